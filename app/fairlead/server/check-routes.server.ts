import type { AnyRoute, AnyRouter } from '@tanstack/react-router'
import type { Languages } from '#fairlead/navigation/locale/locale-url.ts'
import { withoutLocale } from '#fairlead/navigation/locale/locale-route.ts'
import type { createLocalizedPaths } from '#fairlead/navigation/routing-table/match/localized-paths.ts'
import { joinPrefix, type PrefixTable, publicPrefix } from '#fairlead/navigation/routing-table/match/localized-url.ts'
import { cacheFault } from '#fairlead/server/cache/cache-options.ts'
import { checkSources } from '#fairlead/platform/http/csp-sources.ts'

type Routes = Pick<AnyRouter, 'routesById'>
type PathTables = Parameters<typeof createLocalizedPaths>[0]

/**
 * Checks the cache options of the routes, and the sources that they add to the Content-Security-Policy.
 *
 * @throws Error with one line that names the route and the fault
 */
export function checkRoutes({ routesById }: Routes): void {
  for (const route of Object.values<AnyRoute>(routesById)) {
    const { csp = {}, cache } = route.options.staticData ?? {}
    checkSources(`the route ${String(route.id)}`, csp)
    const fault = cacheFault(cache)
    if (fault !== undefined) throw new Error(`the route ${String(route.id)}: staticData.${fault}`)
  }
}

type PublicPaths = PrefixTable & Pick<Languages, 'locales' | 'defaultLocale'> & { tables: PathTables | undefined }

/**
 * Checks that the tunnel's path hides no page and no file, in any language. A catch-all has no path that could be hidden.
 *
 * @throws Error with one line that names the page or the file
 */
export function checkTunnelPath(
  own: string | undefined,
  { routesById }: Routes,
  files: readonly string[],
  { tables, ...languages }: PublicPaths,
): void {
  const routes = Object.values<AnyRoute>(routesById).map(({ fullPath }) => withoutLocale(String(fullPath)))
  const pages = languages.locales.flatMap((locale) => {
    const prefix = publicPrefix(languages, locale, languages.defaultLocale)
    // The paths without their prefix count too: the language may be the default one of a domain.
    const paths = [...routes, ...Object.values(tables?.[locale] ?? {}).flat()]
    return [...paths, ...paths.map((path) => joinPrefix(prefix, path))]
  })
  const hidden = [...pages, ...files].find((path) => path === own || path.startsWith(`${own}/`))
  if (hidden !== undefined)
    throw new Error(`SENTRY_TUNNEL_PATH: ${own} would hide ${hidden}; allowed: a path of no page`)
}
