import type { AnyRoute, AnyRouter } from '@tanstack/react-router'

type Loading = (context: never) => unknown
type PreloadableComponent = { preload?: () => Promise<void> }

/**
 * Replaces options of every route of a tab's router, which have no default in the router's options: `loader` and
 * `beforeLoad` by `guard` and `before`, and `preload` of a lazy component by `preload`. Once, in the browser.
 */
export function patchRoutes(
  router: AnyRouter,
  wraps: {
    readonly guard: (load: Loading) => Loading
    /** Returns what runs before the `beforeLoad` of a route, if anything: it takes its place where it returns a promise. */
    readonly before: (route: AnyRoute) => ((context: never) => Promise<never> | undefined) | undefined
    readonly preload: (preload: () => Promise<void>, component: PreloadableComponent) => () => Promise<void>
  },
): void {
  for (const route of Object.values<AnyRoute>(router.routesById)) {
    const options = route.options as { loader?: unknown; beforeLoad?: unknown; component?: PreloadableComponent }
    for (const name of ['loader', 'beforeLoad'] as const) {
      const load = options[name]
      // With its properties, such as the mark of a guard.
      if (typeof load === 'function') options[name] = Object.assign(wraps.guard(load as Loading), load)
    }
    const before = wraps.before(route)
    if (before) {
      const beforeLoad = options.beforeLoad as Loading | undefined
      options.beforeLoad = (context: never) => before(context) ?? beforeLoad?.(context)
    }
    const { component } = options
    if (component?.preload) component.preload = wraps.preload(component.preload, component)
  }
}
