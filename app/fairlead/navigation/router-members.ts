import { type AnyRoute, type AnyRouteMatch, type AnyRouter, CatchBoundary, deepEqual } from '@tanstack/react-router'
import type { ParsedLocation, RouterHistory } from '@tanstack/react-router'
import { type AnyRequestMiddleware, createIsomorphicFn } from '@tanstack/react-start'
import { buildPublicUrl } from 'virtual:routing/rewrite'
import { installRules } from 'virtual:routing/rules'
import { basePath } from 'virtual:app/site'
import { OverlayContext } from '#fairlead/navigation/interception/interception-outlet.tsx'
import type {
  BuildLocation,
  CommitLocation,
  LoadFunction,
  LocationMembers,
  NavigateOptions,
  EngineMembers,
  PreloadableComponent,
  RouterDelegates,
  RouterMembers,
} from '#fairlead/navigation/router-types.ts'
import { untilStaying } from '#fairlead/navigation/loading/leaving-document.ts'
import { isLayout } from '#fairlead/navigation/routing-table/match/route-kind.ts'
import { spellUrls } from '#fairlead/navigation/routing-table/match/url.ts'
import { readQueryInTo, readSearchBack } from '#fairlead/navigation/search-params.ts'
import { hasPageAt } from '#fairlead/navigation/server-routes.ts'
import { withSpacesAtEnd } from '#fairlead/navigation/spaces-at-end.ts'
import { keepEncodedSlashes } from '#fairlead/navigation/splat-segments.ts'
import { readSearch } from '#fairlead/navigation/validate-search.ts'
import { limitTransitions } from '#fairlead/navigation/view-transition.ts'
import { withBasePath } from '#fairlead/platform/base-path.ts'
import { withSpan } from '#fairlead/platform/spans.server.ts'

/*
 * Every member of TanStack's packages that is replaced at run time: of a router, its history, its routes' options and
 * its error boundary. Each has one function, whose steps run from top to bottom, and says why no public option does the
 * same. The members call each other through the router, so each sees the replacements of the others. `delegates` are
 * read at each call, because they arrive after the page.
 *
 * The tests in `tests/fairlead/navigation/router-contract/` fail when a member no longer behaves as its replacement
 * needs. The lint (tests/fairlead/lint/router-members.ts) refuses other files that replace a member, and names the files
 * that may use a private one.
 */

/**
 * Replaces the members that make locations of URLs and URLs of locations. On the server this must precede Start's
 * `router.update({ history })`.
 *
 * @returns the members without the rules, which the rules call
 */
export function replaceLocations(router: AnyRouter, delegates: RouterDelegates): LocationMembers {
  const members = router as unknown as RouterMembers
  const { buildLocation, getMatchedRoutes, parseLocation } = members

  // A folder with a layout but no index would be an empty page. It is not found, as if a part of the path were left.
  members.getMatchedRoutes = (pathname) => {
    const found = getMatchedRoutes(pathname)
    const [, params, route] = found
    if (route && isLayout(route)) params['**'] ??= '/'
    return found
  }

  const buildByRoutes: BuildLocation = (destination) =>
    // A param has no encoded slashes, and `pathParamsAllowedCharacters` cannot allow them.
    keepEncodedSlashes(buildLocation(destination), destination, router)
  // The option `rewrite` adds half to the time that a location takes.
  const buildInPublic = buildPublicUrl?.(buildByRoutes, router) ?? buildByRoutes
  const withoutRules: LocationMembers = {
    buildLocation(destination) {
      // The router treats a query in `to` as a part of the path.
      const location = buildInPublic(readQueryInTo(destination, router))
      // The router spells a path differently from browsers, so its redirect to that spelling would never end. It keeps
      // the search params of the destination, not of its URL.
      return readSearchBack(spellUrls(location), router)
    },
    parseLocation: (location, previous) => spellUrls(parseLocation(location, previous)),
  }

  // The option `rewrite` is a bijection of URLs and sees no state: with a routing table many URLs may show one page. It
  // cannot distinguish navigations from rendered links, nor leave a URL to the server.
  members.buildLocation = (destination) => (delegates.rules ?? withoutRules).buildLocation(destination)
  members.parseLocation = (location, previous) =>
    (delegates.rules ?? withoutRules).parseLocation(withSpacesAtEnd(location), previous)
  return withoutRules
}

/**
 * Replaces `load` of a router on the server, so that the matches may be changed before the document is made. The server
 * emits no event between them, and `dehydrate` comes too late: the matches are serialized before it is called.
 */
export function replaceLoad(router: AnyRouter, changes: readonly ((router: AnyRouter) => void)[]): void {
  const { load } = router
  // An async function would be one more suspended function for each request that waits for its data.
  router.load = (options) =>
    load(options).then(() => {
      for (const change of changes) change(router)
    })
}

/** Calls a listener once the document of a request was sent, or given up. */
export function onRenderEnd(router: AnyRouter, listener: () => void): void {
  const { serverSsrLifecycle: { onServerSsrAttach = [] } = {} } = router
  router.serverSsrLifecycle = {
    onServerSsrAttach: [...onServerSsrAttach, ({ onCleanup }) => onCleanup(listener)],
  }
}

/** Replaces `createHref` of the request's history: it has no option for a base path. On the server. */
export function linkBelowBasePath({ history }: AnyRouter): void {
  if (basePath) (history as RouterHistory).createHref = withBasePath
}

/** Returns the part of a history entry's state that the application has set. */
function ownState(state: ParsedLocation['state']): object {
  const { key: _key, __TSR_key, __TSR_index, __hashScrollIntoViewOptions, ...own } = state
  return own
}

/** True if a navigation leads to the current URL, hash included, and would not add a history entry. */
const isHashAgain = (next: ParsedLocation, { latestLocation }: AnyRouter): boolean =>
  next.hash !== '' &&
  next.href === latestLocation.href &&
  deepEqual(ownState(next.state), ownState(latestLocation.state))

/**
 * Replaces the members by which a router in the browser navigates, from the click to the screen.
 *
 * @returns the router's own members
 */
export function replaceNavigation(router: AnyRouter, delegates: RouterDelegates): EngineMembers {
  const members = router as unknown as RouterMembers
  const { commitLocation, invalidate, navigate, preloadRoute } = members
  const { setMatches } = router.stores

  /** Requests a document. The router loads documents by `window.location` and not by its history. */
  function navigateToDocument(options: NavigateOptions): Promise<void> {
    if (!basePath || URL.canParse(options.href ?? '')) return navigate(options)
    const built = options.to === undefined && options.href ? undefined : members.buildLocation(options)
    const path = (built?.maskedLocation ?? built)?.publicHref ?? options.href ?? ''
    return navigate({ ...options, to: undefined, publicHref: undefined, href: withBasePath(path) })
  }

  members.navigate = async (options) => {
    // 1. It waits until pages can be navigated. A blocker of the history runs after the target is built, and for steps
    // back. The open gate is synchronous.
    const wait = delegates.gate?.(options.reloadDocument === true)
    const decision = wait && (await wait)
    if (decision === 'superseded') return
    // 2. `useServerFn` follows a redirect from wherever the visitor is by then. Only it sets `_fromLocation` too.
    const { calledFrom, _fromLocation } = options
    if (_fromLocation && calledFrom !== undefined && calledFrom !== location.pathname) return
    // 3. The option `rewrite` cannot wait for the public paths of a language.
    let target: NavigateOptions | undefined = decision === 'document' ? { ...options, reloadDocument: true } : options
    if (!target.reloadDocument && delegates.retarget) {
      const retargeted = delegates.retarget(target, router)
      target = retargeted instanceof Promise ? await retargeted : retargeted
    }
    if (target) await (target.reloadDocument ? navigateToDocument(target) : navigate(target))
  }

  // Redirects and navigations end here; links are built without a commit.
  members.commitLocation = (next) => {
    const { engine } = delegates
    if (!engine) return commitHere(next)
    // 1. `replace` is an argument of each navigation and has no default.
    const entry = engine.replacesEntry() ? { ...next, replace: true } : next
    // 2. It may open over the page. A commit that changes nothing for the page never reaches its history, so a history
    // cannot decide that.
    return engine.commit(entry, commitHere)
  }

  const commitHere: CommitLocation = async (next) => {
    // 3. For a URL that only the server has, such as a server route or a file, the router shows its not-found page, and
    // it requests other documents without waiting for the server.
    const isServers = next.external
      ? next.publicHref.startsWith('/')
      : next.pathname !== router.latestLocation.pathname && !hasPageAt(router, next.pathname)
    if (isServers && (await delegates.gate?.(true)) === 'superseded') return
    if (isServers || next.external)
      return commitLocation({ ...next, external: true, publicHref: withBasePath(next.publicHref) })
    // 4. The hash of the current URL adds no history entry, and the router would restore the entry's scroll position, as
    // after a step back. As in browsers, it replaces the entry: the router scrolls to the hash, and the focus follows.
    if (!isHashAgain(next, router)) return commitLocation(next)
    const { promise, resolve } = Promise.withResolvers<void>()
    const unsubscribe = router.subscribe('onResolved', () => {
      unsubscribe()
      resolve()
    })
    ;(router.history as RouterHistory).notify({ type: 'REPLACE' })
    return promise
  }

  // Preloading has neither a limit nor an order.
  members.preloadRoute = (destination) => (delegates.engine?.preload ?? preloadRoute)(destination)

  // By default it only calls the loaders, which find fresh data in the query cache.
  members.invalidate = (options) => (delegates.engine?.invalidate ?? invalidate)(options)

  // The router drops the promises of a transition, which reject when the browser skips it: for a hidden tab, a resize,
  // or the next transition. No option gives access to the transition.
  router.startViewTransition = limitTransitions(router.startViewTransition)

  // A pending route's `head()` has not run, and no option gives its match a title. `pendingMs` is read before it is
  // known that the page has to stay.
  router.stores.setMatches = (matches: AnyRouteMatch[]) => {
    if (delegates.engine?.beforeMatches(matches) !== false) setMatches(matches)
  }
  return { invalidate, preloadRoute }
}

/**
 * Sets up the router of the overlay. Its `routesById` and `startViewTransition` are replaced, because no options exist
 * for them: its routes have other components, and its transitions differ.
 */
export function configureOverlay(
  router: AnyRouter,
  delegates: RouterDelegates,
  members: Pick<AnyRouter, 'startViewTransition' | 'tempLocationKey'> & {
    readonly routesById: Record<string, AnyRoute>
  },
): EngineMembers {
  installRules(router, delegates, replaceLocations(router, delegates))
  const own = replaceNavigation(router, delegates)
  Object.assign(router, members)
  return own
}

type RouteOptions = {
  path?: string
  params?: { parse?: unknown }
  validateSearch?: Parameters<typeof readSearch>[0]
  getParentRoute?: () => AnyRoute
  errorComponent?: { preload?: unknown }
  wrapInSuspense?: boolean
  loader?: LoadFunction
  beforeLoad?: LoadFunction
  component?: PreloadableComponent
  staticData?: { csp?: object }
  server?: { middleware?: readonly AnyRequestMiddleware[] }
}

/** Wraps the functions that load a route: no option of the router does so for all routes. */
function wrapLoadFunctions(route: AnyRoute, wrap: (load: LoadFunction, name: string) => LoadFunction): void {
  const options = route.options as RouteOptions
  for (const name of ['loader', 'beforeLoad'] as const) {
    const load = options[name]
    // The properties are copied as well, such as the mark of a guard.
    if (typeof load === 'function') options[name] = Object.assign(wrap(load, name), load)
  }
}

/** On the server a route is loaded within spans. */
const measureLoadFunctions = createIsomorphicFn()
  .server((route: AnyRoute): void =>
    wrapLoadFunctions(route, (load, name) => (context) => withSpan(`${name} ${String(route.id)}`, () => load(context))),
  )
  .client((): void => {})

/**
 * Changes the options of a route before a router is created, and again after hot reload has replaced them. Its
 * `validateSearch` reads numbers, booleans and JSON where it asks for them.
 *
 * A route without a path, such as `_shop/route.tsx`, gets a `params.parse` that changes nothing. Without one the router
 * has one node in its tree for such a route and its parent, and drops the parent's `params.parse`: `/{-$locale}` would
 * match `/unknown`.
 *
 * A route with a lazy `errorComponent` gets a Suspense boundary. Otherwise the router adds one only until the component
 * has loaded: the error page of a document would have it on the server but not in the browser.
 */
function prepareRoute(route: AnyRoute): void {
  const options = route.options as RouteOptions
  const { validateSearch } = options
  if (options.errorComponent?.preload) options.wrapInSuspense ??= true
  if (validateSearch) options.validateSearch = (search) => readSearch(validateSearch, search)
  const parent = options.getParentRoute?.().options as RouteOptions | undefined
  if (parent?.params?.parse && options.path === undefined && route.children)
    options.params = { parse: () => ({}), ...options.params }
  measureLoadFunctions(route)
}

/** The routes that were prepared: on the server all requests share one tree. */
const prepared = new WeakSet<AnyRoute>()

/** Prepares a route and all below it, once. */
export function prepareRoutes(route: AnyRoute): void {
  if (prepared.has(route)) return
  prepared.add(route)
  prepareRoute(route)
  for (const child of (route.children ?? []) as AnyRoute[]) prepareRoutes(child)
}

/**
 * Adds middleware to the root route of the server. Routes run it within Start's context of the request, in which server
 * functions can be called; the middleware of `start.ts` runs before it.
 */
export function addMiddleware(rootRoute: AnyRoute, middleware: AnyRequestMiddleware): void {
  const options = rootRoute.options as RouteOptions
  options.server = { ...options.server, middleware: [...(options.server?.middleware ?? []), middleware] }
}

/**
 * Replaces options of a route that have no default in the router's options: `loader` and `beforeLoad`, which a
 * navigation calls again after a failure, and `preload` of a lazy component, which has no time limit. In dev it also
 * replaces `update`, by which hot reload gives the route the options of its file. Call once in a tab.
 */
export function guardRoute(route: AnyRoute, delegates: RouterDelegates): void {
  guardOptions(route, delegates)
  if (!import.meta.env.DEV) return
  const update = route.update as (options: object) => unknown
  route.update = (options: object) => {
    const updated = update(options)
    prepareRoute(route)
    guardOptions(route, delegates)
    return updated as never
  }
}

function guardOptions(route: AnyRoute, delegates: RouterDelegates): void {
  const options = route.options as RouteOptions
  wrapLoadFunctions(
    route,
    (load) => (context) => (delegates.engine ? delegates.engine.guards.load(load, context) : load(context)),
  )
  const { beforeLoad, component, staticData } = options
  // Only such a route may need another document.
  if (staticData?.csp) {
    const before: LoadFunction = (context) => delegates.engine?.guards.before(route, context) ?? beforeLoad?.(context)
    options.beforeLoad = Object.assign(before, beforeLoad)
  }
  const preload = component?.preload
  if (!preload) return
  component.preload = async () => {
    await (delegates.engine ? delegates.engine.guards.preload(preload, component) : preload())
    // A component drops its `preload` when it has loaded. The router reloads the document for one that has not.
    if (component.preload) await untilStaying()
  }
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
export function replaceErrorBoundary(isShown: (error: unknown) => boolean): void {
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
