import type { AnyRouter } from '@tanstack/react-router'

const LANGUAGE = '/{-$locale}'

/** The paths, without a locale prefix, of every page that has no params, for the sitemap. */
export function staticPaths(router: AnyRouter): string[] {
  return Object.entries(router.routesByPath as Record<string, { options: object }>)
    .filter(([path, { options }]) => path.startsWith(LANGUAGE) && 'component' in options)
    .map(([path]) => path.slice(LANGUAGE.length).replace(/\/$/, '') || '/')
    .filter((path, index, all) => !/[${]/.test(path) && all.indexOf(path) === index)
}
