import type { AnyRoute } from '@tanstack/react-router'

/**
 * Gives routes without a path, such as `_shop/route.tsx`, a `params.parse` that changes nothing. Without one the router
 * has one node in its tree for such a route and its parent, and drops the parent's `params.parse`: `/{-$locale}` would
 * match `/unknown`. Before a router is created from the tree.
 */
export function keepParentParse(route: AnyRoute): void {
  for (const child of (route.children ?? []) as AnyRoute[]) {
    const { options } = child as { options: { path?: string; params?: object } }
    const parentParses = (route.options as { params?: { parse?: unknown } }).params?.parse !== undefined
    if (parentParses && options.path === undefined && child.children) {
      options.params = { parse: () => ({}), ...options.params }
    }
    keepParentParse(child)
  }
}
