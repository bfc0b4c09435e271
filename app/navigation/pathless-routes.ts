import type { AnyRoute } from '@tanstack/react-router'

type Options = { path?: string; params?: { parse?: unknown } }

/**
 * Gives routes without a path, such as `_shop/route.tsx`, a `params.parse` that changes nothing. Without one the router
 * has one node in its tree for such a route and its parent, and drops the parent's `params.parse`: `/{-$locale}` would
 * match `/unknown`. Before a router is created from the tree.
 */
export function keepParentParse(route: AnyRoute): void {
  for (const child of (route.children ?? []) as AnyRoute[]) {
    const options = child.options as Options
    if ((route.options as Options).params?.parse && options.path === undefined && child.children)
      options.params = { parse: () => ({}), ...options.params }
    keepParentParse(child)
  }
}
