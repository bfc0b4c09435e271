import type { AnyRoute } from '@tanstack/react-router'

/** The sign-in page and the permission of `requireSession`, by which a guard is known. */
type Guard = { isGuard?: boolean; signIn?: string; permission?: string | undefined }

/**
 * Marks a `beforeLoad` as a guard, which lets only some visitors see its route and the routes below. Such pages are
 * neither in the page cache nor in the sitemap, and a tab that shows one loads a new document when somebody signs in or
 * out.
 */
export function markAsGuard<T extends (context: never) => unknown>(beforeLoad: T): T {
  return Object.assign(beforeLoad, { isGuard: true } satisfies Guard)
}

/** Returns the guards of a route and of the routes above it, the nearest first, each with its route. */
export function guardsOf(route: AnyRoute): (Guard & { route: AnyRoute })[] {
  const { beforeLoad } = (route.options ?? {}) as { beforeLoad?: Guard }
  const above = route.parentRoute ? guardsOf(route.parentRoute as AnyRoute) : []
  return beforeLoad?.isGuard ? [Object.assign({ route }, beforeLoad), ...above] : above
}

/** True for a route with a guard, or below a route with one. */
export const isGuarded = (route: AnyRoute): boolean => guardsOf(route).length > 0
