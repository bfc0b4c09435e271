import {
  type AnyRoute,
  type AnyRouteMatch,
  type AnyRouter,
  createMemoryHistory,
  type ParsedLocation,
  type RouterHistory,
} from '@tanstack/react-router'
import { createIsomorphicFn } from '@tanstack/react-start'
import { getRequest } from '@tanstack/react-start/server'
import { publicUrlPatches } from 'virtual:routing/rewrite'
import type {
  BuildLocation,
  CommitLocation,
  Navigate,
  ParseLocation,
  Preload,
  RouterHooks,
} from '#app/navigation/router-hooks.ts'
import { splitUrl } from '#app/navigation/routing-table/match/split-url.ts'

type Members = {
  update: AnyRouter['update']
  parseLocation: ParseLocation
  buildLocation: BuildLocation
  commitLocation: CommitLocation
  preloadRoute: Preload
  navigate: Navigate
  invalidate: (options?: object) => Promise<void>
  load: AnyRouter['load']
  /** Of `router.stores`. */
  setMatches: (matches: AnyRouteMatch[]) => void
}

/** Members of a router as they are below their last patch. */
export type OriginalMembers = Readonly<Members>

export type Patch<M extends keyof Members = keyof Members> = M extends unknown
  ? {
      readonly member: M
      readonly wrap: (original: Members[M], hooks: RouterHooks, router: AnyRouter) => Members[M]
    }
  : never

/**
 * Returns a history with the whole path of the request where Start's lacks its end, on the server. Start decodes a path
 * and parses it again, which drops trailing spaces: `/lab%20` would show the page of `/lab`, and the browser would not
 * find it.
 */
const requestHistory = createIsomorphicFn()
  .server((): RouterHistory | undefined => {
    const { url } = getRequest()
    if (!url.includes('%20')) return undefined
    const { pathname, search } = new URL(url)
    return search === '' && pathname.endsWith('%20') ? createMemoryHistory({ initialEntries: [pathname] }) : undefined
  })
  .client((): RouterHistory | undefined => undefined)

/** Patches of a router on the server alone, before all others. */
const SERVER_PATCHES: readonly Patch[] = [
  // Start decodes the path of a request before the router sees it.
  {
    member: 'update',
    wrap: (update) => (options) => {
      const history = options.history === undefined ? undefined : requestHistory()
      return update(history ? { ...options, history } : options)
    },
  },
  // The server emits no event between the load of a page and its document.
  {
    member: 'load',
    // Not async: a request that waits for its data would hold one more suspended function.
    wrap: (load, hooks, router) => (options) =>
      load(options).then(() => {
        for (const change of hooks.afterLoad ?? []) change(router)
      }),
  },
]

type QueryDestination = { to?: unknown; search?: unknown; hash?: unknown }

/**
 * Wraps `buildLocation` so that it reads a query and a fragment in `to`. By itself it takes them for a part of the path,
 * and `/x?u=http://y` for `/x?u=http:/y`. `search` and `hash` win over them.
 */
export function readQueryInTo(
  build: (destination: QueryDestination) => ParsedLocation,
  _hooks: unknown,
  { options }: Pick<AnyRouter, 'options'>,
): (destination: QueryDestination) => ParsedLocation {
  return (destination) => {
    const { to } = destination
    if (typeof to !== 'string' || !/[?#]/.test(to)) return build(destination)
    const { path, query, hash } = splitUrl(to)
    return build({
      ...destination,
      to: path || '.',
      search: destination.search ?? options.parseSearch(query),
      hash: destination.hash ?? hash.slice(1),
    })
  }
}

/**
 * Wraps `buildLocation` so that a location that was built has the search params that are read from its URL: `page: 2` of
 * a link would otherwise be another page than `?page=2`, in prefetches and to the link that is active.
 */
export function readSearchBack(
  build: BuildLocation,
  _hooks: unknown,
  { options }: Pick<AnyRouter, 'options'>,
): BuildLocation {
  return (destination) => {
    const location = build(destination)
    // Most links have none.
    if (location.searchStr === '' && Object.keys(location.search).length === 0) return location
    return { ...location, search: options.parseSearch(location.searchStr) }
  }
}

/**
 * Every member of a router that is replaced, and why no public option does the same; those that wait for the engine are
 * in engine-patches.ts. A later patch of a member wraps the earlier one. Members call each other through the router, so
 * each sees the patches of the others.
 *
 * Public options do the rest: `history`, `hydrate` and `dehydrate` of the router, `onError` of the query cache.
 * The tests in `tests/shell/navigation/router-contract/` fail when a member no longer behaves as its patch needs.
 */
export const ROUTER_PATCHES: readonly Patch[] = [
  ...(import.meta.env.SSR ? SERVER_PATCHES : []),
  // None where public URLs are the routes' paths; else those of public-url-patches.ts.
  ...publicUrlPatches,
  // The option `rewrite` is a bijection of URLs and sees no state: with a routing table many URLs may show one page.
  {
    member: 'parseLocation',
    wrap: (parse, hooks) => (location, previous) => (hooks.rules?.parseLocation ?? parse)(location, previous),
  },
  // A built location keeps the values of its destination.
  { member: 'buildLocation', wrap: readSearchBack },
  // The router takes a query in `to` for a part of the path.
  { member: 'buildLocation', wrap: readQueryInTo },
  // The option `rewrite` cannot tell navigations from drawn links, nor leave a URL to the server.
  {
    member: 'buildLocation',
    wrap: (build, hooks) => (destination) => (hooks.rules?.buildLocation ?? build)(destination),
  },
  // A blocker of the history runs after the target is built, and for steps back. Synchronous once the gate is open.
  {
    member: 'navigate',
    wrap: (navigate, hooks) => (options) => {
      const wait = options.reloadDocument ? undefined : hooks.gate?.()
      if (!wait) return navigate(options)
      return wait.then((decision) => {
        if (decision === 'superseded') return undefined
        return navigate(decision === 'document' ? { ...options, reloadDocument: true } : options)
      })
    },
  },
]

/**
 * Applies a list to a router. On the server this must precede Start's `router.update({ history })`.
 *
 * @param hooks read at each call, so behaviour may be added later
 * @returns the members of the list as they are below their last patch
 */
export function patchRouter(
  router: AnyRouter,
  hooks: RouterHooks,
  patches: readonly Patch[] = ROUTER_PATCHES,
): OriginalMembers {
  const originals: Record<string, unknown> = {}
  for (const { member, wrap } of patches) {
    const owner = (member in router ? router : router.stores) as unknown as Record<string, unknown> | undefined
    // On the server the stores are made by `update`.
    if (!owner) continue
    originals[member] = owner[member]
    owner[member] = (wrap as (...args: unknown[]) => unknown)(owner[member], hooks, router)
  }
  return originals as OriginalMembers
}

/** Sets members of the router of an overlay: its routes have other components, and its transitions are its own. */
export function patchOverlayRouter(
  router: AnyRouter,
  members: Pick<AnyRouter, 'startViewTransition'> & { readonly routesById: Record<string, AnyRoute> },
): void {
  Object.assign(router, members)
}

/** Calls a listener once the document of a request was sent, or given up. No option of the router says so. */
export function onRenderEnd(router: AnyRouter, listener: () => void): void {
  router.serverSsrLifecycle = { onServerSsrAttach: [({ onCleanup }) => onCleanup(listener)] }
}
