import type { AnyRoute } from '@tanstack/react-router'

type Guard = { isGuard?: boolean }

/**
 * Marks a `beforeLoad` as a guard, which lets only some visitors see its route and the routes below. Such pages are
 * neither in the page cache nor in the sitemap, and a tab that shows one loads a new document when somebody signs in or
 * out.
 */
export function markAsGuard<T extends (context: never) => unknown>(beforeLoad: T): T {
  return Object.assign(beforeLoad, { isGuard: true } satisfies Guard)
}

/** True for a route with a guard, or below a route with one. */
export function isGuarded(route: AnyRoute): boolean {
  for (let each: AnyRoute | undefined = route; each; each = each.parentRoute as AnyRoute | undefined) {
    const { beforeLoad } = (each.options ?? {}) as { beforeLoad?: Guard }
    if (beforeLoad?.isGuard) return true
  }
  return false
}
