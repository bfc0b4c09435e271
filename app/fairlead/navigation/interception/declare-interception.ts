import type { AnyRoute, AnyRouter, FileRoutesByPath, ResolveParams } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import type { RouteTo } from '#fairlead/navigation/routing-table/parse/route-path.ts'

/**
 * Distance of the target from the page that it opens over, in segments of the target's path: `.` is the folder of the
 * target, `..` one further up, `../..` two, and `/` the root. All pages in and below that folder count.
 */
export type Level = '.' | '..' | '../..' | '/'

/** A route's name as in `to` of a link, or its id, which a layout without a path has too. */
type RouteName = RouteTo | keyof FileRoutesByPath

/** A route by name, with everything below it; or only its pages with certain params. */
export type NamedRoute =
  | RouteName
  | { [Name in RouteName]: { route: Name; params: Partial<ResolveParams<Name & string>> } }[RouteName]

/** In a route's `staticData`: a link to the route opens it over the current page. */
export type Interception = {
  /** The pages that it may open over: pages within a level, or pages of named routes. */
  over: Level | readonly NamedRoute[]
  /**
   * The component for the dialog, instead of the route's own. Make it lazy, so that it costs nothing until it is
   * needed.
   */
  component?: ComponentType
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    interception?: Interception
  }
}

/** Returns the route's `staticData.interception`; undefined if the route opens as a plain page. */
export function getInterception(route: AnyRoute | undefined): Interception | undefined {
  return route?.options.staticData?.interception
}

/** The number of segments to remove from the end of the target's path, which leaves the folder of a level. */
export const LEVELS_UP: Record<Level, number> = { '.': 1, '..': 2, '../..': 3, '/': Infinity }

/**
 * Checks the declarations of all routes.
 *
 * @throws Error when a route asks for a level above the root
 */
export function checkInterception({ routesById }: Pick<AnyRouter, 'routesById'>): void {
  for (const route of Object.values(routesById as Record<string, AnyRoute>)) {
    const over = getInterception(route)?.over
    const fullPath = String(route.fullPath)
    // Optional segments, such as the language, do not count as a level.
    const depth = fullPath.split('/').filter((segment) => segment !== '' && !segment.startsWith('{-$')).length
    if (typeof over !== 'string' || over === '/' || depth >= LEVELS_UP[over]) continue
    throw new Error(
      `Invalid interception: ${fullPath} cannot open over '${over}', it lies only ${depth} deep; use '/' instead.`,
    )
  }
}
