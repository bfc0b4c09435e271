import type { AnyRoute, AnyRouter, LocationRewrite, ParsedLocation } from '@tanstack/react-router'
import type { BuildLocation, Destination } from '#app/navigation/router-hooks.ts'

/** The most locations that are remembered for one rewrite of URLs: about 2 MB. */
const LIMIT = 4_000

/** The longest key that is remembered: a visitor may send long params, and the memory is bounded. */
const MAX_KEY_LENGTH = 300

/** Options of `buildLocation` that a location depends on beside the route and its params. */
const OTHER_OPTIONS = [
  'href',
  'search',
  'hash',
  'state',
  'mask',
  'leaveParams',
  'unmaskOnReload',
  '_fromLocation',
  '_includeValidateSearch',
] as const

/** Older options of routes for `params.stringify` and `search.middlewares`. */
const OLD_OPTIONS = ['stringifyParams', 'preSearchFilters', 'postSearchFilters']

type Params = Record<string, unknown>

const NO_REWRITE = {}
const memos = new WeakMap<LocationRewrite | typeof NO_REWRITE, Map<string, ParsedLocation>>()
const paramNames = new WeakMap<AnyRoute, readonly string[] | null>()

/** Returns the names of the params in a route's path; `null` when its locations depend on more than these. */
function readParamNames(route: AnyRoute): readonly string[] | null {
  for (let parent: AnyRoute | undefined = route; parent; parent = parent.parentRoute as AnyRoute | undefined) {
    const { options } = parent
    if (options.params?.stringify || options.search?.middlewares || OLD_OPTIONS.some((name) => name in options))
      return null
  }
  return Array.from(String(route.fullPath).matchAll(/\$([^/{}]*)/g), ([, name]) => name || '_splat')
}

/** Returns the params that links inherit, as an object that is quick to copy: the router's has no prototype. */
function createReadInherited(router: AnyRouter): () => Params {
  let params: Params | undefined
  let copy: Params = {}
  const { matchRoutesLightweight } = router as unknown as {
    matchRoutesLightweight: (location: ParsedLocation) => [unknown, unknown, unknown, Params]
  }
  return () => {
    const current = matchRoutesLightweight.call(router, router._pendingLocation ?? router.latestLocation)[3]
    if (current !== params) copy = { ...(params = current) }
    return copy
  }
}

/** Returns the key of a destination that is a route and its params alone; `undefined` for all others. */
function keyOf(router: AnyRouter, readInherited: () => Params, destination: Destination): string | undefined {
  const { to, params: given } = destination
  if (typeof to !== 'string' || router.options.routeMasks) return undefined
  const route = (router.routesByPath as Record<string, AnyRoute | undefined>)[to]
  if (!route) return undefined
  for (const option of OTHER_OPTIONS) if (destination[option] !== undefined) return undefined
  let names = paramNames.get(route)
  if (names === undefined) paramNames.set(route, (names = readParamNames(route)))
  if (!names) return undefined

  let inherited: Params | undefined
  let own = (typeof given === 'object' ? given : undefined) as Params | null | undefined
  if (given === false || given === null) inherited = {}
  if (typeof given === 'function') own = (given as (params: Params) => Params)((inherited = { ...readInherited() }))
  let key = `${router.origin ?? ''} ${to}`
  for (const name of names) {
    const value = own && Object.hasOwn(own, name) ? own[name] : (inherited ??= readInherited())[name]
    if (value !== undefined && typeof value !== 'string') return undefined
    // With its length a value cannot be taken for two.
    key += value === undefined ? ' -' : ` ${value.length}:${value}`
  }
  return key.length > MAX_KEY_LENGTH ? undefined : key
}

/**
 * Wraps `buildLocation` on the server so that the location of a link to a route is built once in a process: most links of
 * a site are on many pages. Those whose location depends on more than the route and its params are built each time.
 */
export function rememberLocations(build: BuildLocation, router: AnyRouter): BuildLocation {
  const readInherited = createReadInherited(router)
  return (destination) => {
    const key = keyOf(router, readInherited, destination)
    if (key === undefined) return build(destination)
    // Domains have rewrites of their own.
    const rewrite = router.options.rewrite ?? NO_REWRITE
    let memo = memos.get(rewrite)
    if (!memo) memos.set(rewrite, (memo = new Map<string, ParsedLocation>()))
    let location = memo.get(key)
    if (!location) {
      if (memo.size >= LIMIT) memo.clear()
      memo.set(key, (location = Object.freeze(build(destination))))
    }
    return location
  }
}
