import {
  type AnyRoute,
  type AnyRouteMatch,
  type AnyRouter,
  createRouter,
  type ParsedLocation,
  rootRouteId,
  type RouterHistory,
} from '@tanstack/react-router'
import type { Destination, EngineDelegate, RouterDelegates } from '#fairlead/navigation/router-types.ts'
import { beforeMatches } from '#fairlead/navigation/loading/watch-navigation.tsx'
import { getInterception } from '#fairlead/navigation/interception/declare-interception.ts'
import type { PageRouter } from '#fairlead/navigation/interception/install-interception.ts'
import type { Background } from '#fairlead/navigation/interception/interception-outlet.tsx'
import { flushSync } from 'react-dom'
import { configureOverlay } from '#fairlead/navigation/router-members.ts'
import { startViewTransition } from '#fairlead/navigation/view-transition.ts'

/** Returns a route with other options. The originals are read at each use, because chunks add to them. */
function withOptions(route: AnyRoute, others: object): AnyRoute {
  return Object.create(route, {
    options: { get: () => ({ ...(route.options as object), ...others }) },
  }) as AnyRoute
}

/** Returns the routes without the document and the shell, and with the components of the dialog. */
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
 * Creates the router for targets that open over a page. It shares the options and routes of the page's router, but has
 * a separate history. Matches of layouts that page and target share are copied, so that their loaders do not run again.
 */
export function createOverlayRouter(
  pageRouter: PageRouter,
  options: {
    readonly history: RouterHistory
    readonly over: Background
    /** Ids of the routes that the page and the target have in common. */
    readonly sharedIds: readonly string[]
    readonly commit: EngineDelegate['commit']
  },
) {
  const first = pageRouter.router
  const { over, sharedIds } = options
  const router: AnyRouter = createRouter({
    ...first.options,
    context: { ...(first.options.context as object), over },
    scrollRestoration: false,
    history: options.history,
  })
  // The window's scroll position belongs to the page underneath, and overlay.tsx sets the dialog's. This option is set
  // after the router was created, so that the router does not record positions either.
  router.update({ ...router.options, scrollRestoration: () => false })
  // A new router registers itself for devtools. Register the page's router again.
  self.__TSR_ROUTER__ = first
  const { engine } = pageRouter.delegates
  // The other delegates come from the page's router, even if they are set later.
  const delegates = Object.assign(Object.create(pageRouter.delegates) as RouterDelegates, {
    ...(engine && {
      engine: {
        ...engine,
        commit: options.commit,
        beforeMatches: (matches: AnyRouteMatch[]) => beforeMatches(router, matches),
        preload: (destination: Destination) =>
          engine.preload({ ...destination, _fromLocation: router.latestLocation as ParsedLocation }),
      },
    }),
  } satisfies RouterDelegates)
  engine?.follow(router)
  const own = configureOverlay(router, delegates, {
    routesById: routesFor(router),
    // Both routers have to recognise a masked URL.
    tempLocationKey: first.tempLocationKey,
    startViewTransition: (change) => (overlay.replacesOverlay ? withViewTransition(change) : change()),
  })
  const overlay = {
    router,
    /** The router's own `invalidate` leaves the page underneath alone, and its `preloadRoute` has no queue. */
    own,
    /** Copies the current matches of the shared layouts, because a prefetch may have copied older ones. */
    adoptMatches(): void {
      if (router.stores.resolvedLocation.get()) return
      // `_committed` is state of the router: this writes a value and replaces no method.
      router._committed = first._committed
        .filter(({ routeId, status }, index) => routeId === sharedIds[index] && status === 'success')
        .map((match) => ({ ...match, isFetching: false, _flight: undefined }))
    },
    over,
    /** The way in which the visitor reached the entry that is loading. It decides the scroll position. */
    arrival: { resetScroll: true, isStep: false },
    /** From now on, content that loads without a navigation does not scroll. */
    settle(): void {
      overlay.arrival = { resetScroll: true, isStep: true }
    },
    /** True if the page underneath stays mounted while the dialog closes, so that the focus returns to it. */
    restoreFocus: false,
    /** True if another target replaces the open one, which needs a View Transition. Opening the dialog needs none. */
    replacesOverlay: false,
  }
  overlay.adoptMatches()
  return overlay
}

export type OverlayRouter = ReturnType<typeof createOverlayRouter>

/** True if View Transitions with types are supported and the visitor has not asked for reduced motion. */
function wantsViewTransition(): boolean {
  return (
    CSS.supports('selector(:active-view-transition-type(overlay))') &&
    matchMedia('(prefers-reduced-motion: no-preference)').matches
  )
}

/**
 * Changes the page in a View Transition where they are supported. Its types tell dialog.module.css which elements to
 * leave out. Rejects only with an error of `change`, and not if the next transition skips this one.
 */
async function withViewTransition(change: () => Promise<void>): Promise<void> {
  if (!wantsViewTransition()) return change()
  const transition = startViewTransition({
    async update() {
      await change()
      transition.types.add('overlay-changed')
    },
    types: ['overlay'],
  })
  return transition.updateCallbackDone
}

/** Like `withViewTransition`, for a synchronous change of React state. Resolves once it is rendered. */
export async function withTransition(change: () => void): Promise<void> {
  if (wantsViewTransition()) await withViewTransition(async () => flushSync(change))
  else change()
}
