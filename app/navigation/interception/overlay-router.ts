import {
  type AnyRoute,
  type AnyRouter,
  createRouter,
  type ParsedLocation,
  rootRouteId,
  type RouterHistory,
} from '@tanstack/react-router'
import {
  type CommitLocation,
  patchOverlayRouter,
  patchRouter,
  type Preload,
  type RouterHooks,
} from '#app/navigation/router-patches.ts'
import { getInterception } from './get-interception.ts'
import type { PageRouter } from './install-interception.ts'
import type { Background } from './interception-outlet.tsx'
import { withViewTransition } from './view-transition.ts'

/** A router for the overlay of one page. */
export type OverlayRouter = {
  readonly router: AnyRouter
  /** The URL of that page. */
  readonly pageHref: string
  readonly over: Background
  /** The router's own preloading. Its links use the queue that all prefetches share instead. */
  readonly preload: Preload
  /** Takes the shared layouts over as they are now: what was prefetched may have found them older. */
  readonly adoptMatches: () => void
  /** True when the page underneath is still there as the dialog closes, and gets the focus back. */
  restoreFocus: boolean
  /** True when what is open gives way to another target, in a transition of its own. The dialog has one as it opens. */
  givesWay: boolean
}

/** Returns a route with other options in this router alone. They are read at each use, because chunks add to them. */
function withOptions(route: AnyRoute, others: object): AnyRoute {
  return Object.create(route, {
    options: { get: () => ({ ...(route.options as object), ...others }) },
  }) as AnyRoute
}

/** Returns the routes without document and frame, which are there already, and with the components for the dialog. */
function routesFor(router: AnyRouter): Record<string, AnyRoute> {
  const routes = { ...(router.routesById as Record<string, AnyRoute>) }
  for (const [id, route] of Object.entries(routes)) {
    const component = getInterception(route)?.component
    if (component) routes[id] = withOptions(route, { component })
  }
  const root = routes[rootRouteId]
  if (root) routes[rootRouteId] = withOptions(root, { shellComponent: undefined, component: undefined })
  return routes
}

/**
 * Creates the router for what opens over a page: the options and routes of the first one, a history of its own, and the
 * layouts that page and target share taken over as they are, so that their loaders do not run again.
 */
export function createOverlayRouter(
  host: PageRouter,
  options: {
    /** Its location, and where its links lead. */
    readonly history: RouterHistory
    readonly over: Background
    /** The routes that the page and the target have in common. */
    readonly sharedIds: readonly string[]
    readonly commit: CommitLocation
  },
): OverlayRouter {
  const first = host.router
  const { over, sharedIds } = options
  const router: AnyRouter = createRouter({
    ...first.options,
    context: { ...(first.options.context as object), over },
    scrollRestoration: false,
    history: options.history,
  })
  // A new router sets itself as the one that tools inspect.
  self.__TSR_ROUTER__ = first
  // The dialog contains what it shows: the window's scroll position is the page's.
  Object.defineProperty(router._scroll, 'n', { get: () => false, set() {} })
  const { preloadRoute } = router as unknown as { preloadRoute: Preload }
  const hooks: RouterHooks = {
    overlay: {
      commit: options.commit,
      preload: (destination) =>
        (first.preloadRoute as unknown as Preload)({
          ...destination,
          _fromLocation: router.latestLocation as ParsedLocation,
        }),
    },
  }
  host.configure(router, hooks, patchRouter(router, hooks))
  patchOverlayRouter(router, {
    routesById: routesFor(router),
    startViewTransition: (change) => (overlay.givesWay ? withViewTransition(change) : change()),
  })
  const overlay: OverlayRouter = {
    router,
    adoptMatches() {
      if (router.stores.resolvedLocation.get()) return
      // State of the router, no member: its matches.
      router._committed = first._committed
        .filter(({ routeId, status }, index) => routeId === sharedIds[index] && status === 'success')
        .map((match) => ({ ...match, isFetching: false, _flight: undefined }))
    },
    pageHref: over.href,
    over,
    preload: preloadRoute,
    restoreFocus: false,
    givesWay: false,
  }
  overlay.adoptMatches()
  return overlay
}
