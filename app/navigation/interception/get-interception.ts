import type { AnyRoute, StaticDataRouteOption } from '@tanstack/react-router'
import type { Interception } from './interception-types.ts'

/** Returns the declaration by which a route opens over others. */
export function getInterception(route: AnyRoute | undefined): Interception | undefined {
  return (route?.options as { staticData?: StaticDataRouteOption } | undefined)?.staticData?.interception
}
