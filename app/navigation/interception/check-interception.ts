import type { AnyRoute, AnyRouter } from '@tanstack/react-router'
import { getInterception } from './get-interception.ts'
import { validateInterception } from './validate-interception.ts'

/** Once for each server, not for each request. */
let isChecked = false

/**
 * Checks the declarations of all routes.
 *
 * @throws Error when a route asks for a level above the root
 */
export function checkInterception(router: AnyRouter): void {
  if (isChecked) return
  const routes = Object.values(router.routesById as Record<string, AnyRoute>).flatMap((route) => {
    const interception = getInterception(route)
    return interception ? [{ fullPath: String(route.fullPath), interception }] : []
  })
  const fault = validateInterception(routes)
  if (fault) throw new Error(fault)
  isChecked = true
}
