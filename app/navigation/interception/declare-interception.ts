import type {
  AnyRoute,
  AnyRouter,
  FileRoutesByPath,
  ResolveParams,
  StaticDataRouteOption,
} from '@tanstack/react-router'
import type { ComponentType } from 'react'

/**
 * The distance between a target and the page that it opens over, in segments of the target's path: `.` is the
 * folder of the target, `..` one further up, `../..` two, and `/` the root. The pages of that folder count,
 * and all below it.
 */
export type Level = '.' | '..' | '../..' | '/'

type RouteId = keyof FileRoutesByPath

/** A route by name, with all below it; or only its pages with certain params. */
export type NamedRoute =
  | RouteId
  | { [Id in RouteId]: { route: Id; params: Partial<ResolveParams<Id & string>> } }[RouteId]

/**
 * Declares in a route's `staticData` that a link to it opens it over the current page.
 */
export type Interception = {
  /** The pages it may open over: those within a level, or those of named routes. */
  over: Level | readonly NamedRoute[]
  /** The component for the dialog, in place of the route's own. Lazy, so that it costs nothing until it is needed. */
  component?: ComponentType
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    interception?: Interception
  }
}

/** Returns the declaration by which a route opens over others. */
export function getInterception(route: AnyRoute | undefined): Interception | undefined {
  return (route?.options as { staticData?: StaticDataRouteOption } | undefined)?.staticData?.interception
}

/** The number of segments that a path needs for each level. */
const NEEDS: Record<Level, number> = { '.': 1, '..': 2, '../..': 3, '/': 1 }

/**
 * Finds the first declaration that asks for a level above the root.
 *
 * @returns the message for the developer; undefined when all are valid
 */
export function validateInterception(
  routes: readonly { fullPath: string; interception: Interception }[],
): string | undefined {
  for (const { fullPath, interception } of routes) {
    const { over } = interception
    // Optional segments, such as the language, are no level.
    const depth = fullPath.split('/').filter((segment) => segment !== '' && !segment.startsWith('{-$')).length
    if (typeof over === 'string' && depth < NEEDS[over]) {
      return `Invalid interception: ${fullPath} cannot open over '${over}', it lies only ${depth} deep; use '/' instead.`
    }
  }
  return undefined
}

/**
 * Checks the declarations of all routes.
 *
 * @throws Error when a route asks for a level above the root
 */
export function checkInterception(router: AnyRouter): void {
  const routes = Object.values(router.routesById as Record<string, AnyRoute>).flatMap((route) => {
    const interception = getInterception(route)
    return interception ? [{ fullPath: String(route.fullPath), interception }] : []
  })
  const fault = validateInterception(routes)
  if (fault) throw new Error(fault)
}
