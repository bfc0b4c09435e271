import {
  type AnyRoute,
  type AnyRouter,
  createRouter,
  type ParsedLocation,
  rootRouteId,
  type RouterHistory,
} from '@tanstack/react-router'
import type { CommitLocation, Preload, RouterHooks } from '#app/navigation/router-hooks.ts'
import { getInterception } from '#app/navigation/interception/declare-interception.ts'
import type { PageRouter } from '#app/navigation/interception/install-interception.ts'
import type { Background } from '#app/navigation/interception/interception-outlet.tsx'
import { flushSync } from 'react-dom'

/** A router for the overlay of one page. */
export type OverlayRouter = {
  readonly router: AnyRouter
  /** The URL of that page. */
  readonly pageHref: string
  readonly over: Background
  /** The router's own preloading. Its links use the shared prefetch queue instead. */
  readonly preload: Preload
  /** Copies the current matches of the shared layouts: a prefetch may have copied older ones. */
  readonly adoptMatches: () => void
  /** True when the page underneath is still mounted as the dialog closes, and gets the focus back. */
  restoreFocus: boolean
  /** True when another target replaces the open one, with a transition of its own. Opening the dialog has one already. */
  replacesOverlay: boolean
}

/** Returns a copy of a route with other options. They are read at each use, because chunks add to them. */
function withOptions(route: AnyRoute, others: object): AnyRoute {
  return Object.create(route, {
    options: { get: () => ({ ...(route.options as object), ...others }) },
  }) as AnyRoute
}

/** Returns the routes without the document and the frame, and with the components for the dialog. */
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
 * Creates the router for targets that open over a page. It has the options and routes of the page's router and a history
 * of its own. The matches of the layouts that page and target share are copied, so that their loaders do not run again.
 */
export function createOverlayRouter(
  pageRouter: PageRouter,
  options: {
    /** The history of the new router. */
    readonly history: RouterHistory
    readonly over: Background
    /** The routes that the page and the target have in common. */
    readonly sharedIds: readonly string[]
    readonly commit: CommitLocation
  },
): OverlayRouter {
  const first = pageRouter.router
  const { over, sharedIds } = options
  const router: AnyRouter = createRouter({
    ...first.options,
    context: { ...(first.options.context as object), over },
    scrollRestoration: false,
    history: options.history,
  })
  // The dialog contains what it shows: the window's scroll position is the page's. Set later, so that positions are not
  // recorded either.
  router.update({ ...router.options, scrollRestoration: () => false })
  // A new router registers itself for devtools: the page's router stays the registered one.
  self.__TSR_ROUTER__ = first
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
  pageRouter.configure(router, hooks, {
    routesById: routesFor(router),
    startViewTransition: (change) => (overlay.replacesOverlay ? withViewTransition(change) : change()),
  })
  const overlay: OverlayRouter = {
    router,
    adoptMatches() {
      if (router.stores.resolvedLocation.get()) return
      // The matches are state of the router, so this is no patch.
      router._committed = first._committed
        .filter(({ routeId, status }, index) => routeId === sharedIds[index] && status === 'success')
        .map((match) => ({ ...match, isFetching: false, _flight: undefined }))
    },
    pageHref: over.href,
    over,
    preload: preloadRoute,
    restoreFocus: false,
    replacesOverlay: false,
  }
  overlay.adoptMatches()
  return overlay
}

/** Returns true when View Transitions are supported and the visitor has not asked for less motion. */
function wantsViewTransition(): boolean {
  return 'startViewTransition' in document && matchMedia('(prefers-reduced-motion: no-preference)').matches
}

/**
 * Changes the page in a View Transition where supported. A transition that the next one skips rejects, which is no error:
 * only an error of `change` is passed on.
 */
export async function withViewTransition(change: () => Promise<void>): Promise<void> {
  if (!wantsViewTransition()) return change()
  const { ready, finished, updateCallbackDone } = document.startViewTransition(change)
  void Promise.allSettled([ready, finished])
  return updateCallbackDone
}

/** Does the same for a change of React state. */
export function withTransition(change: () => void): void {
  if (!wantsViewTransition()) change()
  else void withViewTransition(async () => flushSync(change))
}
