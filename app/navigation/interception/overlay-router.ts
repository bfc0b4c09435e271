import { type AnyRoute, type AnyRouter, createRouter, rootRouteId, type RouterHistory } from '@tanstack/react-router'
import { type PageRouter, getInterception, type Preload } from './install-interception.ts'
import type { Background } from './interception-outlet.tsx'

/** A router for what is open over one page. */
export type OverlayRouter = {
  router: AnyRouter
  /** The address of that page. */
  pageHref: string
  over: Background
  /** The router's own preloading, which its links do not use: theirs waits in the queue that all prefetches share. */
  preload: Preload
  /** Takes the shared layouts over as they are now; what was prefetched may have found them older. */
  adoptMatches: () => void
  /** Whether the page underneath is still there when the dialog closes, and gets the focus back. */
  restoreFocus: boolean
}

/** A route with other options in this router alone. Read anew each time, because chunks add to them. */
function withOptions(route: AnyRoute, others: object): AnyRoute {
  return Object.create(route, {
    options: { get: () => ({ ...(route.options as object), ...others }) },
  }) as AnyRoute
}

/** The document and the frame are there already, and a target may have a component for the dialog. */
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
 * Makes the router for what opens over a page: the same options and routes as the first one's, a history of its own,
 * and the layouts that page and target share taken over as they are, so that their loaders do not run again.
 *
 * @param history what it takes for its address, and where its links lead
 * @param sharedIds the routes that the page and the target have in common
 */
export function createOverlayRouter(
  host: PageRouter,
  history: RouterHistory,
  over: Background,
  sharedIds: readonly string[],
): OverlayRouter {
  const first = host.router
  const router: AnyRouter = createRouter({
    ...first.options,
    context: { ...(first.options.context as object), over },
    scrollRestoration: false,
    history,
  })
  // A new router makes itself the one that tools see; this one is a guest.
  self.__TSR_ROUTER__ = first
  // What it shows lies in the dialog: the window's scroll position is the page's.
  Object.defineProperty(router._scroll, 'n', { get: () => false, set() {} })
  host.configure(router)
  Object.assign(router, { routesById: routesFor(router) })
  const takeOver = () => {
    if (router.stores.resolvedLocation.get()) return
    router._committed = first._committed
      .filter(({ routeId, status }, index) => routeId === sharedIds[index] && status === 'success')
      .map((match) => ({ ...match, isFetching: false, _flight: undefined }))
  }
  takeOver()
  return {
    router,
    adoptMatches: takeOver,
    pageHref: over.href,
    over,
    preload: router.preloadRoute as Preload,
    restoreFocus: false,
  }
}
