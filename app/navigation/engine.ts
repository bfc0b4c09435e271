import type { Query, QueryClient } from '@tanstack/react-query'
import { createIsomorphicFn } from '@tanstack/react-start'
import { loadServerFunctions } from 'virtual:server-functions'
import type { Navigation } from '#app/navigation/engine-core.ts'
import { isLoadingEngine } from '#app/navigation/loading/navigation-signals.ts'
import { preventSecondReload, withTimeout } from '#app/navigation/loading/route-load-limit.ts'
import { whenIdle } from '#app/ui/when-idle.ts'
import type { NavigationOptions } from '#app/navigation/router-hooks.ts'
import type { ObservedLink } from '#app/navigation/prefetch/link-observer.ts'
import { createLoad, type Load } from '#app/navigation/prefetch/load-query.ts'
import type { LocationLike } from '#app/navigation/prefetch/prefetch-key.ts'

/*
 * The part of the navigation layer that a page needs before it is interactive. The rest, engine-core.ts, is loaded after the
 * first render. Navigations wait for it; loaders do not.
 */

/** Longest wait of a first navigation for a page that hydrates, in milliseconds. */
const HYDRATION_TIMEOUT_MS = 2_000

let navigation: Navigation | undefined
let loading: Promise<Navigation | undefined> | undefined
/** The links of the page, in the order in which they were mounted. */
const links = new Map<Element, ObservedLink>()
let loadEngine = () => Promise.resolve<Navigation | undefined>(undefined)

/** Returns the engine of this tab once it is loaded; `undefined` on the server. */
export const getNavigation = () => navigation

/** Loads the engine once. Resolves to `undefined` when that fails: then nothing is prefetched. */
export const loadNavigation = () => (loading ??= loadEngine())

/**
 * Sends the request of a server function call. Every call of the browser passes here.
 *
 * @param send in place of `fetch`
 * @throws UnexpectedResponseError for a response that is not a server function's, so that it is not cached
 */
export async function sendRequest(
  input: RequestInfo | URL,
  init?: RequestInit,
  send?: typeof fetch,
): Promise<Response> {
  // A call may come before the engine is loaded.
  const { sendCall } = navigation ?? (await import('#app/navigation/loading/server-function-response.ts'))
  return sendCall(input, init, send ?? navigation?.send ?? fetch, send && navigation?.observe)
}

/** Adds a link of the page, which the engine observes once it is loaded. Returns the function that removes it. */
export function addLink(element: Element, link: ObservedLink): () => void {
  links.set(element, link)
  navigation?.links.add(element, link)
  return () => {
    links.delete(element)
    navigation?.links.remove(element)
  }
}

/** Passes the failure of a query on to the engine. For the query cache's `onError`, in the browser. */
export function handleQueryError(error: Error, query: Query<unknown, unknown>): void {
  navigation?.onQueryError(error, query)
}

/** Creates the `load` of a router's context. In the browser its code comes with the engine, or with the first call. */
export const createContextLoad = createIsomorphicFn()
  .server((queryClient: QueryClient): Load => createLoad({ queryClient }))
  .client((queryClient: QueryClient): Load => {
    let load: Load | undefined
    return async (query, context) => {
      const { createLoad: create } = navigation ?? (await import('#app/navigation/prefetch/load-query.ts'))
      load ??= create({ queryClient, prefetching: () => navigation?.loading })
      return load(query, context)
    }
  })

/** Starts the navigation layer on the tab's router. Once, in the browser. */
export function startNavigation(options: NavigationOptions): void {
  const { router, hooks, page } = options
  let { fetchRules } = options
  preventSecondReload(router, () => navigation !== undefined)
  const first: LocationLike = router.latestLocation
  let isOpen = false
  /** Lets navigations pass, with the engine or, when it cannot be loaded, without. */
  const open = () => {
    isOpen = true
    isLoadingEngine.set(false)
  }
  const ignore = () => {}
  /** Until then a navigation would give parts of the page a state that their markup does not have. */
  const hydrated = new Promise<void>((resolve) => {
    const once = (event: 'onRendered' | 'onBeforeLoad', act: () => void) => {
      const unsubscribe = router.subscribe(event, () => {
        unsubscribe()
        act()
        whenIdle(resolve, HYDRATION_TIMEOUT_MS)
      })
    }
    // The frame is rendered; parts of the page that hydrate after it, and a first click, need the engine soon.
    once('onRendered', () => void loadNavigation())
    // A page that loads in the browser is rendered after it has loaded.
    once('onBeforeLoad', ignore)
  })
  loadEngine = async () => {
    void options.preload().catch(ignore)
    void loadServerFunctions()
    try {
      const [{ startEngine }] = await Promise.all([
        import('#app/navigation/engine-core.ts'),
        fetchRules?.().catch(ignore),
      ])
      navigation = startEngine(options, first, links)
      void hydrated.then(open)
      return navigation
    } catch {
      // Offline, or replaced by a newer build: the next call tries again.
      loading = undefined
      return undefined
    }
  }
  let ready: Promise<void> | undefined
  hooks.gate = () => {
    if (isOpen && !fetchRules) return undefined
    return (async () => {
      if (!isOpen) {
        const id = (page.navigationId += 1)
        isLoadingEngine.set(true)
        await (ready ??= withTimeout(Promise.all([loadNavigation(), hydrated])).then(open, open))
        if (id !== page.navigationId) return 'superseded'
      }
      try {
        await fetchRules?.()
        fetchRules = undefined
        return 'open'
      } catch {
        return 'document'
      }
    })()
  }
}
