import {
  type Interception,
  type Level,
  LEVELS_UP,
  type NamedRoute,
} from '#fairlead/navigation/interception/declare-interception.ts'
import { withoutLocale } from '#fairlead/navigation/locale/locale-route.ts'

export type MatchedLocation = {
  /** The path, decoded by the router, with the locale. */
  pathname: string
  /** The ids of the matched routes, from the root down. */
  routeIds: readonly string[]
  /** The paths of the matched routes, as in `to` of a link. */
  paths: readonly string[]
  /** The path pattern of the last matched route. */
  pattern: string
  params: Readonly<Record<string, string | undefined>>
}

const segmentsOf = (path: string): string[] => path.split('/').filter(Boolean)

function paramsOf(pattern: string): string[] {
  return [...pattern.matchAll(/\$([\w-]+)/g)].map(([, name = '']) => name)
}

/** Returns the number of segments that the last part of a target's path matches. A catch-all may match any number. */
function lengthOfLast({ pattern, params }: MatchedLocation): number {
  return pattern.endsWith('$') ? Math.max(1, segmentsOf(params._splat ?? '').length) : 1
}

/** Returns the segments of the folder that a level means for a target. */
export function ancestorOf(target: MatchedLocation, level: Level): string[] {
  const segments = segmentsOf(target.pathname)
  return segments.slice(0, Math.max(0, segments.length - (LEVELS_UP[level] - 1 + lengthOfLast(target))))
}

function isNamed(name: NamedRoute, page: MatchedLocation): boolean {
  const { route, params }: { route: string; params: object } =
    typeof name === 'string' ? { route: name, params: {} } : name
  // The desk names its list by the path that it has in an application with one language.
  const isRoute = (each: string) => each === route || withoutLocale(each) === route
  if (!page.routeIds.some(isRoute) && !page.paths.some(isRoute)) return false
  return Object.entries(params).every(([key, value]) => page.params[key] === value)
}

/**
 * True if a target opens over the current page instead of replacing it. A target never opens over the same page, nor
 * over a page whose shared layouts have other params: the German photo does not open over the English gallery.
 */
export function shouldIntercept(
  target: MatchedLocation,
  page: MatchedLocation,
  interception: Interception | undefined,
): boolean {
  if (!interception || target.routeIds.at(-1) === page.routeIds.at(-1)) return false
  const shared = target.routeIds.filter((id, index) => id === page.routeIds[index])
  if (paramsOf(shared.join('/')).some((name) => target.params[name] !== page.params[name])) return false
  const { over } = interception
  if (typeof over !== 'string') return over.some((name) => isNamed(name, page))
  const segments = segmentsOf(page.pathname)
  return ancestorOf(target, over).every((segment, index) => segment === segments[index])
}
