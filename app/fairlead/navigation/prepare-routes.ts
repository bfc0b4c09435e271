import type { AnyRoute } from '@tanstack/react-router'
import { readSearch } from '#fairlead/navigation/validate-search.ts'

type Options = {
  path?: string
  params?: { parse?: unknown }
  validateSearch?: Parameters<typeof readSearch>[0]
  getParentRoute?: () => AnyRoute
  errorComponent?: { preload?: unknown }
  wrapInSuspense?: boolean
}

/**
 * Changes the options of a route before a router is created, and again after hot reload has replaced them. Its
 * `validateSearch` reads numbers, booleans and JSON where it asks for them.
 *
 * A route without a path, such as `_shop/route.tsx`, gets a `params.parse` that changes nothing. Without one the router
 * has one node in its tree for such a route and its parent, and drops the parent's `params.parse`: `/{-$locale}` would
 * match `/unknown`.
 *
 * A route with a lazy `errorComponent` gets a Suspense boundary. Otherwise the router adds one only until the component
 * has loaded: the error page of a document would have it on the server but not in the browser.
 */
export function prepareRoute(route: AnyRoute): void {
  const options = route.options as Options
  const { validateSearch } = options
  if (options.errorComponent?.preload) options.wrapInSuspense ??= true
  if (validateSearch) options.validateSearch = (search) => readSearch(validateSearch, search)
  const parent = options.getParentRoute?.().options as Options | undefined
  if (parent?.params?.parse && options.path === undefined && route.children)
    options.params = { parse: () => ({}), ...options.params }
}

/** The routes that were prepared: on the server all requests share one tree. */
const prepared = new WeakSet<AnyRoute>()

/** Prepares a route and all below it, once. */
export function prepareRoutes(route: AnyRoute): void {
  if (prepared.has(route)) return
  prepared.add(route)
  prepareRoute(route)
  for (const child of (route.children ?? []) as AnyRoute[]) prepareRoutes(child)
}
