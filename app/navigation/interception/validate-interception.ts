import type { AnyRoute, AnyRouter } from '@tanstack/react-router'
import { getInterception } from './get-interception.ts'
import type { Interception, Level } from './interception-types.ts'

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
