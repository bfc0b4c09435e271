import type { AnyRoute } from '@tanstack/react-router'

type Guard = { isGuard?: boolean }

/** Marks a guard: its pages are neither cached nor in the sitemap, and load a new document at a sign-in or sign-out. */
export function markAsGuard<T extends (context: never) => unknown>(beforeLoad: T): T {
  return Object.assign(beforeLoad, { isGuard: true } satisfies Guard)
}

/** True for a route that has a guard or is below one that has. */
export function isGuarded(route: AnyRoute): boolean {
  for (let each: AnyRoute | undefined = route; each; each = each.parentRoute as AnyRoute | undefined) {
    const { beforeLoad } = (each.options ?? {}) as { beforeLoad?: Guard }
    if (beforeLoad?.isGuard) return true
  }
  return false
}
