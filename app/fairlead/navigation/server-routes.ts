import { type AnyRoute, type AnyRouter, createRoute } from '@tanstack/react-router'
import { LOCALE_ROUTE } from '#fairlead/navigation/locale/locale-route.ts'

/** The routes that the server responds to. */
const addedRoutes = new WeakSet<AnyRoute>()

/** True for a layout within the site, which may contain a route with nothing to show, such as its index or a slot's. */
function isInnerLayout(route: AnyRoute | undefined): boolean {
  const { component, path } = (route?.options ?? {}) as { component?: unknown; path?: string }
  return component !== undefined && route?.parentRoute !== undefined && path !== LOCALE_ROUTE
}

/**
 * Adds the server routes to the routes of the browser, because Start has removed them: by their paths the browser knows
 * where the server responds instead of a page with params. Call it before a router is created.
 */
export function addServerRoutes(root: AnyRoute, paths: readonly string[]): void {
  const childrenOf = (route: AnyRoute) => (route.children ?? []) as AnyRoute[]
  for (const path of paths) {
    // It is added below the locale, whose `params.parse` decides whether a segment is a locale.
    const isAbove = ({ options }: AnyRoute) => path.startsWith(`${(options as { path?: string }).path}/`)
    const parent = childrenOf(root).find(isAbove) ?? root
    const below = parent === root ? path : path.slice((parent.options as { path: string }).path.length)
    const added = createRoute({ getParentRoute: () => parent, path: below })
    addedRoutes.add(added)
    parent.addChildren([...childrenOf(parent), added] as never)
  }
}

/**
 * True if the browser has a page at a path. At other paths only the server can respond: with a server route, a file, or
 * 404. In the browser a server route has no options that show something or lead to another page.
 */
export function hasPageAt(router: Pick<AnyRouter, 'getMatchedRoutes'>, pathname: string): boolean {
  const [, params, route] = router.getMatchedRoutes(pathname)
  if (route === undefined || params['**'] !== undefined) return false
  if (addedRoutes.has(route)) return false
  const { component, loader, beforeLoad } = route.options as Record<'component' | 'loader' | 'beforeLoad', unknown>
  const hasOwn = [component, loader, beforeLoad, route.lazyFn].some((option) => option !== undefined)
  return hasOwn || isInnerLayout(route.parentRoute as AnyRoute | undefined)
}
