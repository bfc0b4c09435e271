import type { AnyRoute, AnyRouter } from '@tanstack/react-router'
import { isGuarded } from '#app/navigation/guarded-routes.ts'

const LANGUAGE = '/{-$locale}'

/** Returns the paths, without a locale prefix, of every page that has no params and no guard, for the sitemap. */
export function staticPaths(router: AnyRouter): string[] {
  return Object.entries(router.routesByPath as Record<string, AnyRoute>)
    .filter(([path, { options }]) => path.startsWith(LANGUAGE) && 'component' in (options as object))
    .filter(([, route]) => !isGuarded(route))
    .map(([path]) => path.slice(LANGUAGE.length).replace(/\/$/, '') || '/')
    .filter((path, index, all) => !/[${]/.test(path) && all.indexOf(path) === index)
}
