/** The part of a route that is read. */
type Route = {
  children?: Route[]
  options: { path?: string; params?: { parse?: unknown } }
}

/**
 * Gives routes without a path, such as `_shop/route.tsx`, a `params.parse` that changes nothing. Without one the router
 * has one node in its tree for such a route and its parent, and drops the parent's `params.parse`: `/{-$locale}` would
 * match `/unknown`. Before a router is created from the tree.
 */
export function keepParentParse({ children = [], options }: Route): void {
  for (const child of children) {
    if (options.params?.parse && child.options.path === undefined && child.children)
      child.options.params = { parse: () => ({}), ...child.options.params }
    keepParentParse(child)
  }
}
