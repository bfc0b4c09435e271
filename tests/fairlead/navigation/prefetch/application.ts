import { QueryClient, queryOptions } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  notFound,
  redirect,
} from '@tanstack/react-router'
import { vi } from 'vitest'
import { installPrefetch } from '#fairlead/navigation/prefetch/install-prefetch.ts'
import { createNavigationLog } from '#fairlead/navigation/prefetch/navigation-log.ts'
import { createLoad } from '#fairlead/navigation/prefetch/load-query.ts'
import type { EngineDelegate, RouterDelegates } from '#fairlead/navigation/router-types.ts'
import { replaceNavigation } from '#fairlead/navigation/router-members.ts'

/** Time from the end of a navigation to its paint. */
export const PAINT_MS = 16

/** When the clock of `useClock` starts. */
export const start = Date.UTC(2026, 0, 1)

/** Fakes the clock and timers; returns what restores them. */
export function useClock() {
  vi.useFakeTimers({ now: start, toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  return () => void vi.useRealTimers()
}

/** Resolves when nothing more happens without an answer. */
export const flush = async () => void (await vi.advanceTimersByTimeAsync(0))

const engineWithoutWork: Omit<EngineDelegate, 'preload'> = {
  replacesEntry: () => false,
  commit: (next, commit) => commit(next),
  opened: () => undefined,
  invalidate: () => Promise.resolve(),
  beforeMatches: () => true,
  guards: {
    load: (load, context) => load(context),
    before: () => undefined,
    preload: (preload) => preload(),
  },
  follow: () => undefined,
  isOutdated: () => false,
}

/** An application in memory: its router, Query, the engine, and a server that answers when told. */
export async function application({ isAllowed = true } = {}) {
  const queryClient = new QueryClient()
  const requests: {
    url: string
    purpose: string | null
    answer: (body: string) => Promise<void>
    fail: () => Promise<void>
  }[] = []
  const respond = (url: RequestInfo | URL, init?: RequestInit) => {
    const { promise, resolve, reject } = Promise.withResolvers<Response>()
    requests.push({
      url: url instanceof Request ? url.url : url.toString(),
      purpose: new Headers(init?.headers).get('purpose'),
      answer: (body) => (resolve(new Response(body)), flush()),
      fail: () => (reject(new TypeError('failed')), flush()),
    })
    return promise
  }
  const load = createLoad(queryClient, () => prefetcher.prefetchLoad)
  const read = async (url: string, signal: AbortSignal) => (await prefetcher.send(url, { signal }, respond)).text()
  const query = (url: string) => queryOptions({ queryKey: [url], queryFn: ({ signal }) => read(url, signal) })

  const root = createRootRoute()
  const page = <const TPath extends string>(path: TPath, paths: (id: string) => string[] = (id) => [`/api/${id}`]) =>
    createRoute({
      getParentRoute: () => root,
      path,
      validateSearch: (search: { tab?: string }) => ({ tab: search.tab ?? 'first' }),
      loader: (context) => {
        const { id = '' } = context.params as { id?: string }
        return Promise.all(paths(id).map((url) => load(query(url), context)))
      },
    })
  const index = createRoute({ getParentRoute: () => root, path: '/', component: () => null })
  const moved = createRoute({
    getParentRoute: () => root,
    path: '/moved/$id',
    loader: ({ params }) => {
      throw redirect({ href: `/item/${params.id}` })
    },
  })
  const missing = createRoute({
    getParentRoute: () => root,
    path: '/missing',
    loader: () => {
      throw notFound()
    },
  })
  const router = createRouter({
    routeTree: root.addChildren([
      index,
      page('/item/$id'),
      page('/three/$id', (id) => [`/1/${id}`, `/2/${id}`, `/3/${id}`]),
      moved,
      missing,
    ]),
    history: createMemoryHistory({ initialEntries: ['/'] }),
    isServer: false,
    origin: 'http://localhost',
    defaultPreloadStaleTime: 0,
    defaultStaleReloadMode: 'blocking',
    defaultGcTime: 0,
    defaultPreloadGcTime: 0,
    defaultNotFoundComponent: () => null,
  })

  const delegates: RouterDelegates = {}
  const { preloadRoute } = replaceNavigation(router, delegates)
  const prefetcher = installPrefetch({
    router,
    queryClient,
    navigations: createNavigationLog((run) => setTimeout(run, PAINT_MS)),
    preloadRoute,
    isAllowed: () => isAllowed,
    documents: { prefetch: () => () => {}, clear: () => {} },
    needsDocument: () => false,
  })
  delegates.engine = { ...engineWithoutWork, preload: prefetcher.preload }
  router.history.subscribe(() => void router.load())
  await router.load()

  const prefetch = async (href: string, trigger: 'intent' | 'viewport' | 'render' = 'viewport') => {
    const ask = prefetcher.prefetch({ to: href }, trigger)
    await flush()
    return ask
  }
  const visit = async (href: string) => {
    void router.navigate({ to: href })
    await flush()
  }
  const shown = () => router.state.resolvedLocation?.pathname
  const urls = () => requests.map(({ url }) => url)
  const { queue, entries, navigations } = prefetcher
  return {
    router,
    queryClient,
    queue,
    entries,
    navigations,
    requests,
    prefetcher,
    prefetch,
    visit,
    query,
    shown,
    urls,
  }
}
