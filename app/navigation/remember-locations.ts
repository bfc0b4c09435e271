import type { AnyRoute, AnyRouter, LocationRewrite, ParsedLocation } from '@tanstack/react-router'
import type { BuildLocation, Destination } from '#app/navigation/router-hooks.ts'

/** The most branches that are remembered for one rewrite of URLs: about 2 MB. Most links have one of their own. */
const LIMIT = 4_000

/** The most characters of the origin and all params of a location that is remembered: a visitor may send long ones. */
const MAX_LENGTH = 300

/** Tells destinations whose location depends on more than the route and its params. */
function hasOtherOptions(destination: Destination): boolean {
  // Not in a loop, in which the engine would look each of them up by its name.
  return (
    destination.href !== undefined ||
    destination.search !== undefined ||
    destination.hash !== undefined ||
    destination.state !== undefined ||
    destination.mask !== undefined ||
    destination.leaveParams !== undefined ||
    destination.unmaskOnReload !== undefined ||
    destination._fromLocation !== undefined ||
    destination._includeValidateSearch !== undefined
  )
}

/** Older options of routes for `params.stringify` and `search.middlewares`. */
const OLD_OPTIONS = ['stringifyParams', 'preSearchFilters', 'postSearchFilters']

type Params = Record<string, unknown>

/** Locations by origin, route and the values of its params, in this order. To join these to one key takes longer. */
type Branch = { location?: ParsedLocation; branches?: Map<string | undefined, Branch> }
type Memory = Branch & { size: number }

const NO_REWRITE = {}
const memories = new WeakMap<LocationRewrite | typeof NO_REWRITE, Memory>()
const paramNames = new WeakMap<AnyRoute, readonly string[] | null>()

function branchOf(memory: Memory, from: Branch, value: string | undefined): Branch {
  const branches = (from.branches ??= new Map<string | undefined, Branch>())
  let branch = branches.get(value)
  if (!branch) {
    memory.size += 1
    branches.set(value, (branch = {}))
  }
  return branch
}

/** Returns the memory of a rewrite, which each domain has of its own. */
function memoryOf(rewrite: LocationRewrite | typeof NO_REWRITE): Memory {
  let memory = memories.get(rewrite)
  if (!memory || memory.size >= LIMIT) memories.set(rewrite, (memory = { size: 0 }))
  return memory
}

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

/** Returns the branch of a destination that is a route and its params alone; `undefined` for all others. */
function find(router: AnyRouter, readInherited: () => Params, destination: Destination): Branch | undefined {
  const { to, params: given } = destination
  if (typeof to !== 'string' || router.options.routeMasks) return undefined
  const route = (router.routesByPath as Record<string, AnyRoute | undefined>)[to]
  if (!route || hasOtherOptions(destination)) return undefined
  let names = paramNames.get(route)
  if (names === undefined) paramNames.set(route, (names = readParamNames(route)))
  if (!names) return undefined

  let inherited: Params | undefined
  let own = (typeof given === 'object' ? given : undefined) as Params | null | undefined
  if (given === false || given === null) inherited = {}
  if (typeof given === 'function') own = (given as (params: Params) => Params)((inherited = { ...readInherited() }))
  let length = router.origin?.length ?? 0
  if (length > MAX_LENGTH) return undefined
  const memory = memoryOf(router.options.rewrite ?? NO_REWRITE)
  let branch = branchOf(memory, branchOf(memory, memory, router.origin), to)
  for (const name of names) {
    const value = own && Object.hasOwn(own, name) ? own[name] : (inherited ??= readInherited())[name]
    if (value !== undefined && typeof value !== 'string') return undefined
    length += value?.length ?? 0
    if (length > MAX_LENGTH) return undefined
    branch = branchOf(memory, branch, value)
  }
  return branch
}

/**
 * Wraps `buildLocation` on the server so that the location of a link to a route is built once in a process: most links of
 * a site are on many pages. Those whose location depends on more than the route and its params are built each time.
 */
export function rememberLocations(build: BuildLocation, router: AnyRouter): BuildLocation {
  const readInherited = createReadInherited(router)
  return (destination) => {
    const branch = find(router, readInherited, destination)
    return branch ? (branch.location ??= Object.freeze(build(destination))) : build(destination)
  }
}
