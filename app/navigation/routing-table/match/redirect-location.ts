import { splitUrl } from '#app/navigation/routing-table/match/split-url.ts'
import type { CompiledTable, LocateRedirect } from '#app/navigation/routing-table/match/compile-table.ts'
import { joinPrefix } from '#app/navigation/routing-table/match/locale-prefix.ts'
import type { LocalizedUrl } from '#app/navigation/routing-table/match/url.ts'

/** Locates redirects in a table with localized paths or domains; in another the location stays as it is. */
export const locateRedirect: LocateRedirect = (table, to, request, host) => {
  const location = toPublicUrl(table, to, host)
  return request ? onDomain(table, request, host, location) : location
}

/** The URL with the public path of its page, which a rule may write as the routes have it. */
export function toPublicUrl(table: CompiledTable, to: string, host: string | undefined): string {
  if (!table.paths) return to
  const { pathWithoutLocale, locale, prefix } = table.readAddress(to, host)
  const path = table.paths.localize(table.paths.delocalize(pathWithoutLocale, locale), locale)
  return joinPrefix(prefix, path) + to.slice(splitUrl(to).path.length)
}

/** Redirects a locale that has a domain of its own to it, without a prefix. Other hosts serve all locales. */
function onDomain(table: CompiledTable, url: LocalizedUrl, host: string | undefined, location: string): string {
  if (url.prefix === '' || !table.domains.some(({ domain }) => domain === host)) return location
  const home = table.domains.find((domain) => domain.defaultLocale === url.locale && domain.domain !== host)
  if (home === undefined) return location
  const path = location.slice(url.prefix.length)
  return `${home.http ? 'http' : 'https'}://${home.domain}${path.startsWith('/') ? path : `/${path}`}`
}
