import type { AnyRouter } from '@tanstack/react-router'

/** The route of the languages: all pages are below it, or at the root if the application has one language. */
export const LOCALE_ROUTE = '/{-$locale}'

/** Returns the prefix of the paths of all pages' routes; empty if a tree has no route of the languages. */
export function pagePrefix({ routesById }: Pick<AnyRouter, 'routesById'>): '' | typeof LOCALE_ROUTE {
  return LOCALE_ROUTE in routesById ? LOCALE_ROUTE : ''
}

/**
 * Returns the path or id of a route without the route of the languages: `/{-$locale}/tides` and `/tides` are `/tides`.
 */
export function withoutLocale(route: string): string {
  return route.startsWith(LOCALE_ROUTE) ? route.slice(LOCALE_ROUTE.length) || '/' : route
}
