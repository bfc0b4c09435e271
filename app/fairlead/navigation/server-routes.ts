import { type AnyRoute, type AnyRouter, createRoute } from '@tanstack/react-router'

/**
 * Adds the server routes to the routes of the browser, which Start has removed: by their paths the browser knows where the
 * server answers in place of a page with params. Call it before a router is created.
 */
export function addServerRoutes(root: AnyRoute, paths: readonly string[]): void {
  const childrenOf = (route: AnyRoute) => (route.children ?? []) as AnyRoute[]
  for (const path of paths) {
    // Below the locale, whose `params.parse` says what is one.
    const isAbove = ({ options }: AnyRoute) => path.startsWith(`${(options as { path?: string }).path}/`)
    const parent = childrenOf(root).find(isAbove) ?? root
    const below = parent === root ? path : path.slice((parent.options as { path: string }).path.length)
    parent.addChildren([...childrenOf(parent), createRoute({ getParentRoute: () => parent, path: below })] as never)
  }
}

/**
 * True if the browser has a page at a path. Elsewhere only the server can answer: with a server route, a file, or 404. In
 * the browser a server route has no options that show something or lead to another page.
 */
export function hasPageAt(router: Pick<AnyRouter, 'getMatchedRoutes'>, pathname: string): boolean {
  const [, params, route] = router.getMatchedRoutes(pathname)
  if (route === undefined || params['**'] !== undefined) return false
  const { component, loader, beforeLoad } = route.options
  return [component, loader, beforeLoad, route.lazyFn].some((option) => option !== undefined)
}
