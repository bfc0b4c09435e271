import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type AnyRoute, type AnyRouteMatch, type AnyRouter, CatchBoundary, createRouter } from '@tanstack/react-router'
import { createIsomorphicFn } from '@tanstack/react-start'
import { hasDomains, trailingSlash } from 'virtual:routing'
import { installPaths, publicUrl, urlRewrite } from 'virtual:routing/rewrite'
import { installRules } from 'virtual:routing/rules'
import { serverRoutes } from 'virtual:server-routes'
import type { ReactNode } from 'react'
import { createContextLoad, handleQueryError, startNavigation } from '#fairlead/navigation/engine.ts'
import { readHost } from '#fairlead/navigation/locale/request-info.ts'
import {
  createStream,
  hydrateQueries,
  type QueryPayload,
  STREAM_AFTER_MS,
} from '#fairlead/navigation/loading/document-queries.ts'
import { messagesArrived } from '#fairlead/messages/document-messages.ts'
import { encodeLocation } from '#fairlead/navigation/encode-location.ts'
import { basePathPatches, linkBelowBasePath } from '#fairlead/navigation/base-path-patches.ts'
import { OverlayContext } from '#fairlead/navigation/interception/interception-outlet.tsx'
import { createPageHistory } from '#fairlead/navigation/page-history.ts'
import { PREFETCH } from '#fairlead/navigation/prefetch/prefetch-limits.ts'
import { prepareRoute, prepareRoutes } from '#fairlead/navigation/prepare-routes.ts'
import { addServerRoutes, commitToServer, hasPageAt } from '#fairlead/navigation/server-routes.ts'
import type {
  AppRouterOptions,
  Loading,
  NavigationOptions,
  OriginalMembers,
  Patch,
  PreloadableComponent,
  RouterHooks,
} from '#fairlead/navigation/router-hooks.ts'
import { spellUrls } from '#fairlead/navigation/routing-table/match/url.ts'
import { isLayout } from '#fairlead/navigation/routing-table/match/route-kind.ts'
import { parseSearch, readQueryInTo, readSearchBack, stringifySearch } from '#fairlead/navigation/search-params.ts'
import { limitTransitions } from '#fairlead/navigation/view-transition.ts'
import { withSpacesAtEnd } from '#fairlead/navigation/spaces-at-end.ts'
import { keepEncodedSlashes } from '#fairlead/navigation/splat-segments.ts'
import { getRequestContext, isSharedRender } from '#fairlead/platform/request-context.server.ts'

/*
 * The router of the application, and every member of TanStack's packages that is replaced at run time, each with the
 * reason why no public option does the same. Public options do the rest: `history`, `hydrate` and `dehydrate` of the
 * router, `onError` of the query cache, `serverSsrLifecycle`.
 *
 * The tests in `tests/fairlead/navigation/router-contract/` fail when a member no longer behaves as its patch needs, and the
 * lint (tests/fairlead/lint/router-members.ts) when another file replaces a member or uses a private one that is not listed.
 */

// This comes before the first call of a server function.
encodeLocation()

/**
 * Replaced members of a router. A later patch of a member wraps the earlier one. Members call each other through the
 * router, so each sees the patches of the others. The work of a patch is looked up in the hooks at each call, because
 * most of it arrives after the page.
 */
export const SHARED_PATCHES: readonly Patch[] = [
  // A param has no encoded slashes, and `pathParamsAllowedCharacters` cannot allow them.
  { member: 'buildLocation', wrap: keepEncodedSlashes },
  // A folder with a layout but no index would be an empty page. It is not found, as if a part of the path were left.
  {
    member: 'getMatchedRoutes',
    wrap: (match) => (pathname) => {
      const found = match(pathname)
      const [, params, route] = found
      if (route && isLayout(route)) params['**'] ??= '/'
      return found
    },
  },
  // The option `rewrite` adds half to the time that a location takes. The patch is needed only if public URLs differ
  // from the routes' paths.
  ...(publicUrl ? [{ member: 'buildLocation', wrap: publicUrl.buildLocation } as const] : []),
  // The router spells a path differently from browsers, so its redirect to that spelling would never end.
  // This comes after the patch that makes public URLs.
  { member: 'buildLocation', wrap: (build) => (destination) => spellUrls(build(destination)) },
  { member: 'parseLocation', wrap: (parse) => (location, previous) => spellUrls(parse(location, previous)) },
  // The option `rewrite` cannot wait for the public paths of a language.
  ...(publicUrl ? [{ member: 'navigate', wrap: publicUrl.navigate } as const] : []),
  // The option `rewrite` is a bijection of URLs and sees no state: with a routing table many URLs may show one page.
  {
    member: 'parseLocation',
    wrap: (parse, hooks) => (location, previous) =>
      (hooks.rules?.parseLocation ?? parse)(withSpacesAtEnd(location), previous),
  },
  // A built location keeps the values of its destination instead of the values of its URL.
  { member: 'buildLocation', wrap: readSearchBack },
  // The router treats a query in `to` as a part of the path.
  { member: 'buildLocation', wrap: readQueryInTo },
  // The option `rewrite` cannot distinguish navigations from rendered links, nor leave a URL to the server.
  {
    member: 'buildLocation',
    wrap: (build, hooks) => (destination) => (hooks.rules?.buildLocation ?? build)(destination),
  },
]

export const SERVER_PATCHES: readonly Patch[] = [
  // The server emits no event between the load of a page and its document, and `dehydrate` comes too late: the
  // matches are serialized before it is called.
  {
    member: 'load',
    // An async function would be one more suspended function for each request that waits for its data.
    wrap: (load, hooks, router) => (options) =>
      load(options).then(() => {
        for (const change of hooks.afterLoad ?? []) change(router)
      }),
  },
]

export const BROWSER_PATCHES: readonly Patch[] = [
  ...basePathPatches,
  // `useServerFn` follows a redirect from wherever the visitor is by then. Only it sets `_fromLocation` too.
  {
    member: 'navigate',
    wrap: (navigate) => (options) => {
      const { calledFrom, _fromLocation } = options
      const isLate = _fromLocation && calledFrom !== undefined && calledFrom !== location.pathname
      return isLate ? Promise.resolve() : navigate(options)
    },
  },
  // A blocker of the history runs after the target is built, and for steps back. The open gate is synchronous.
  {
    member: 'navigate',
    wrap: (navigate, hooks) => (options) => {
      const wait = hooks.gate?.(options.reloadDocument === true)
      if (!wait) return navigate(options)
      return wait.then((decision) => {
        if (decision === 'superseded') return undefined
        return navigate(decision === 'document' ? { ...options, reloadDocument: true } : options)
      })
    },
  },
  // A navigation to the hash of the current URL adds no history entry. The router would therefore restore the entry's
  // scroll position, as after a step back. With the patch `load` scrolls to the hash, as for a new entry.
  {
    member: 'commitLocation',
    wrap: (commit, hooks, router) => (next) => {
      hooks.isHashAgain = next.hash !== '' && next.href === router.latestLocation.href
      const done = commit(next)
      hooks.isHashAgain = false
      return done
    },
  },
  { member: 'load', wrap: (load, hooks) => (opts) => load(hooks.isHashAgain ? { action: { type: 'PUSH' } } : opts) },
  // For a URL that only the server has, such as a server route or a file, the router shows its not-found page, and it
  // requests other documents without waiting for the server. Redirects and navigations end here; links are built
  // without a commit.
  { member: 'commitLocation', wrap: commitToServer },
  // A commit that changes nothing for the page never reaches its history, so a history cannot decide what opens
  // over it.
  {
    member: 'commitLocation',
    wrap: (commit, hooks) => (next) => (hooks.overlay ? hooks.overlay.commit(next, commit) : commit(next)),
  },
  // `replace` is an argument of each navigation and has no default.
  {
    member: 'commitLocation',
    wrap: (commit, hooks) => (next) => commit(hooks.replacesEntry?.() ? { ...next, replace: true } : next),
  },
  // Preloading fills the router that was asked, but the target may open in another one.
  {
    member: 'preloadRoute',
    wrap: (preload, hooks) => (destination) =>
      hooks.overlay ? hooks.overlay.preload(destination, preload) : preload(destination),
  },
  // Preloading has neither a limit nor an order.
  { member: 'preloadRoute', wrap: (preload, hooks) => (destination) => (hooks.prefetch ?? preload)(destination) },
  // By default `invalidate` only calls the loaders, which find fresh data in the query cache.
  {
    member: 'invalidate',
    wrap: (invalidate, hooks) => (options) => (hooks.renew ?? invalidate)(options),
  },
  // The router drops the promises of a transition, which reject when the browser skips it: for a hidden tab, a resize,
  // or the next transition. No option gives access to the transition.
  {
    member: 'startViewTransition',
    wrap: limitTransitions,
  },
  // A pending route's `head()` has not run, and no option gives its match a title. `pendingMs` is read before it is
  // known that the page has to stay.
  {
    member: 'setMatches',
    wrap: (setMatches, hooks) => (matches) => {
      if (hooks.beforeMatches?.(matches) !== false) setMatches(matches)
    },
  },
]

/**
 * Private fields that are read or written, and no members that are replaced. `lint` allows each in the named file only.
 *
 * - `setMatches` of the stores in errors/not-found.tsx: a page that is found to be missing while it renders.
 * - `updateLatestLocation`, `emit`, and the stores' `location` and `resolvedLocation` in interception/interceptor.tsx:
 *   the page underneath stays where it is, at another history entry.
 * - `_committed` and `_flight` in interception/overlay-router.ts: the layouts that page and target share are not loaded
 *   again.
 * - `rewrite` in locale/public-url-patches.ts, see the first patch.
 * - `subscribers` in loading/keep-scroll-position.ts: the listener that stores scroll positions.
 * - `_pendingLocation` in routing-table/client/install-rules.ts: a relative target, as the router resolves it.
 */

/**
 * Applies the patches to a router. On the server this must precede Start's `router.update({ history })`.
 *
 * @param hooks read at each call, so behaviour may be added later
 * @returns the members as they were before their last patch, which the hooks replace
 */
export function patchRouter(
  router: AnyRouter,
  hooks: RouterHooks,
  patches: readonly Patch[] = [...SHARED_PATCHES, ...(import.meta.env.SSR ? SERVER_PATCHES : BROWSER_PATCHES)],
): OriginalMembers {
  const originals: Record<string, unknown> = {}
  for (const { member, wrap } of patches) {
    const owner = (member in router ? router : router.stores) as unknown as Record<string, unknown>
    originals[member] = owner[member]
    owner[member] = (wrap as (...args: unknown[]) => unknown)(owner[member], hooks, router)
  }
  return originals as OriginalMembers
}

/**
 * Replaces options of a route that have no default in the router's options: `loader` and `beforeLoad`, which a
 * navigation calls again after a failure, and `preload` of a lazy component, which has no time limit. Once in a tab.
 */
function patchRoute(route: AnyRoute, hooks: RouterHooks): void {
  const options = route.options as {
    loader?: Loading
    beforeLoad?: Loading
    component?: PreloadableComponent
    staticData?: { csp?: object }
  }
  for (const name of ['loader', 'beforeLoad'] as const) {
    const load = options[name]
    if (typeof load !== 'function') continue
    const guarded: Loading = (context) => (hooks.guards ? hooks.guards.load(load, context) : load(context))
    // The properties are copied as well, such as the mark of a guard.
    options[name] = Object.assign(guarded, load)
  }
  const { beforeLoad, component, staticData } = options
  // Only such a route may need another document.
  if (staticData?.csp) {
    const before: Loading = (context) => hooks.guards?.before(route, context) ?? beforeLoad?.(context)
    options.beforeLoad = Object.assign(before, beforeLoad)
  }
  const preload = component?.preload
  if (preload) component.preload = () => (hooks.guards ? hooks.guards.preload(preload, component) : preload())
}

/**
 * Replaces `update` of a route: in dev, hot reload gives the route the options of its file, without these replacements.
 */
function patchHotUpdates(route: AnyRoute, hooks: RouterHooks): void {
  const update = route.update as (options: object) => unknown
  route.update = (options: object) => {
    const updated = update(options)
    prepareRoute(route)
    patchRoute(route, hooks)
    return updated as never
  }
}

/**
 * Sets up the router of the overlay. Its `routesById` and `startViewTransition` are replaced, because no options exist
 * for them: its routes have other components, and its transitions differ.
 */
const configureOverlay: NavigationOptions['configure'] = (router, hooks, members) => {
  const originals = patchRouter(router, hooks)
  installRules(router, hooks, originals)
  Object.assign(router, members)
  return originals
}

/**
 * Replaces `getDerivedStateFromProps` of the router's error boundary, so that the error page of a document hydrates:
 * the boundary of a match that failed on the server begins with its error. By default the router throws the error once
 * more, and React then replaces the whole page, including the header, even during a click, and loses the visitor's
 * input.
 *
 * If the boundary is in an overlay, its context becomes the overlay: React passes on a boundary but not its router.
 *
 * @param isShown true for an error whose page was in the document; others are thrown, and reported
 */
function patchErrorBoundary(isShown: (error: unknown) => boolean): void {
  type Boundary = { getDerivedStateFromProps: (props: BoundaryProps, state: BoundaryState) => Partial<BoundaryState> }
  const boundary: Boundary & { contextType?: object } = CatchBoundary as Boundary
  boundary.contextType = OverlayContext
  const derive = boundary.getDerivedStateFromProps
  boundary.getDerivedStateFromProps = (props, state) => {
    const derived = derive(props, state)
    // Boundaries of an application have other keys.
    const match = derived.resetKey as Partial<AnyRouteMatch> | undefined
    if (match?.status !== 'error' || match === state.resetKey) return derived
    return isShown(match.error) ? { ...derived, error: [match.error] } : derived
  }
}

type BoundaryProps = Parameters<typeof CatchBoundary.getDerivedStateFromProps>[0]
type BoundaryState = CatchBoundary['state']

/** Calls a listener once the document of a request was sent, or given up. */
function onRenderEnd(router: AnyRouter, listener: () => void): void {
  const { serverSsrLifecycle: { onServerSsrAttach = [] } = {} } = router
  router.serverSsrLifecycle = {
    onServerSsrAttach: [...onServerSsrAttach, ({ onCleanup }) => onCleanup(listener)],
  }
}

const readNonce = createIsomorphicFn()
  .server((): string | undefined => getRequestContext()?.nonce)
  .client((): string | undefined => undefined)

/** A page that all visitors share waits for all of its data. */
const readStreamAfter = createIsomorphicFn()
  .server((): number | undefined => (isSharedRender() ? undefined : STREAM_AFTER_MS))
  .client((): number | undefined => undefined)

/** Creates a router and its query cache: one for each request on the server, and one for each tab in the browser. */
export function createAppRouter<TRouteTree extends AnyRoute>(options: AppRouterOptions<TRouteTree>) {
  const { routeTree, document: parts, host = hasDomains ? readHost() : undefined } = options
  prepareRoutes(routeTree)
  if (!import.meta.env.SSR) addServerRoutes(routeTree, serverRoutes)
  const rewrite = urlRewrite(host)
  const queryClient = new QueryClient({
    queryCache: new QueryCache({ onError: import.meta.env.SSR ? parts.onQueryError : handleQueryError }),
    defaultOptions: {
      queries: {
        staleTime: PREFETCH.freshMs,
        // A request's cache is cleared at the end of the request; a timer for each query would keep it alive.
        gcTime: import.meta.env.SSR ? Number.POSITIVE_INFINITY : PREFETCH.reusableMs,
        // A query is retried once in the browser, if a component waits. The guards retry navigations.
        retry: (failures, error) => typeof document !== 'undefined' && failures < 1 && parts.mayRecover(error),
      },
    },
  })
  const hooks: RouterHooks = import.meta.env.SSR ? { afterLoad: [...parts.afterLoad, linkBelowBasePath] } : {}
  const page = import.meta.env.SSR ? undefined : createPageHistory()
  const nonce = readNonce()
  const load = createContextLoad(queryClient)
  type Options = Parameters<typeof createRouter<TRouteTree, 'never' | 'preserve'>>[0]
  const router = createRouter<TRouteTree, 'never' | 'preserve'>({
    routeTree,
    context: { queryClient, load, stream: createStream(load, readStreamAfter()) },
    caseSensitive: true,
    // The server does not know the page behind a masked URL, and renders the page of the URL.
    unmaskOnReload: true,
    ...(page && { history: page.history }),
    ...(rewrite && { rewrite }),
    ...(nonce !== undefined && { ssr: { nonce } }),
    // The routing table normalizes URLs with trailing slashes: it knows the exceptions (files, /.well-known).
    trailingSlash: trailingSlash ? 'preserve' : 'never',
    parseSearch,
    stringifySearch,
    // Query holds the data and knows its age, so the router calls the loaders every time and waits for them.
    defaultPreload: options.defaultPreload,
    defaultPreloadStaleTime: 0,
    defaultStaleReloadMode: 'blocking',
    defaultErrorComponent: options.errorComponent,
    defaultNotFoundComponent: options.notFoundComponent,
    scrollRestoration: true,
    Wrap: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    ),
    ...(import.meta.env.SSR && {
      dehydrate: (): object => ({
        ...hooks.rules?.dehydrate?.(),
        query: parts.dehydrate(router, queryClient),
      }),
    }),
    hydrate: async (dehydrated: object) => {
      hooks.rules?.hydrate(dehydrated)
      hydrateQueries(queryClient, (dehydrated as { query: QueryPayload }).query)
      await messagesArrived()
    },
    // The type of `context` depends on the route tree, which is not known here.
  } as unknown as Options)

  const originals = patchRouter(router, hooks)
  const fetchRules = installPaths(router, hooks, installRules(router, hooks, originals))
  // Clearing the cache aborts the queries that are still running.
  if (import.meta.env.SSR) onRenderEnd(router, () => queryClient.clear())
  if (page) {
    hooks.hasPage = (pathname) => hasPageAt(router, pathname)
    for (const route of Object.values<AnyRoute>(router.routesById)) {
      patchRoute(route, hooks)
      if (import.meta.env.DEV) patchHotUpdates(route, hooks)
    }
    patchErrorBoundary(parts.isErrorInDocument)
    startNavigation({
      router,
      hooks,
      originals,
      page,
      queryClient,
      mayRecover: parts.mayRecover,
      configure: configureOverlay,
      fetchRules,
    })
  }
  return router
}
