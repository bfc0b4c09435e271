import { canonicalUrl, type Languages, localesWithUrls } from '#fairlead/navigation/locale/locale-url.ts'
import { splitLocale } from '#fairlead/navigation/routing-table/match/localized-url.ts'
import { encodeUnsafe } from '#fairlead/navigation/routing-table/match/url.ts'
import { safeDecode } from '#fairlead/platform/http/safe-decode.ts'
import type { AnyRouter } from '@tanstack/react-router'
import { paths } from 'virtual:routing/paths'
import { isNotFound, type Match } from '#fairlead/navigation/loading/is-not-found.ts'
import { languages } from '#fairlead/navigation/locale/locale.ts'
import { headLinks, type HreflangLink } from '#fairlead/navigation/loading/navigation-signals.ts'
import type { LocationLike } from '#fairlead/navigation/prefetch/prefetch-key.ts'
import { afterPaint } from '#fairlead/platform/after-paint.ts'

/**
 * Returns the links of a page for search engines: its canonical URL, and its URL in each language, with `x-default`. If
 * all languages share a URL, there is only the canonical one. Search params are not part of these URLs.
 *
 * @param pathname the page's path as it is routed, with its locale prefix; encoded or not, with a trailing slash or not
 * @param baseUrl origin and base path of this site; a language with a domain uses that domain
 */
export function hreflangLinks(
  table: Languages,
  pathname: string,
  baseUrl: string,
): [canonical: HreflangLink, ...alternates: HreflangLink[]] {
  const { locale = table.defaultLocale, path } = splitLocale(
    table,
    // Node and Chromium encode different characters.
    encodeUnsafe(new URL(pathname, baseUrl).pathname.replace(/(.)\/$/, '$1')),
  )
  const href = (language: string) => canonicalUrl(table, path, language, baseUrl)
  const canonical: HreflangLink = { rel: 'canonical', href: href(locale) }
  const shown = localesWithUrls(table)
  if (shown.length < 2) return [canonical]
  return [
    canonical,
    ...shown.map((language) => ({ rel: 'alternate' as const, hrefLang: language, href: href(language) })),
    { rel: 'alternate', hrefLang: 'x-default', href: href(table.defaultLocale) },
  ]
}

/** Returns the path of the shown page, in one spelling; `undefined` for a page that is not found. */
export function shownPath(router: AnyRouter): string | undefined {
  const { matches, resolvedLocation } = router.stores
  const shown: (Match & { pathname: string })[] = matches.get()
  if (shown.some(isNotFound)) return undefined
  const { pathname } = resolvedLocation.get() ?? router.latestLocation
  // The path of a match is made from its params. In the param of a catch-all an encoded slash has become a plain one.
  if (!/%2f/i.test(pathname)) return shown.at(-1)?.pathname
  return pathname
    .split('/')
    .map((segment) => encodeURIComponent(safeDecode(segment)))
    .join('/')
}

/**
 * Returns the `canonical` and `hreflang` links of a page. In a browser that lacks the localized paths of a language,
 * the links to other languages are left out.
 *
 * @param path of the routes; `undefined` for a page that is not found, which has no links
 * @param baseUrl origin and base path of this site, without a slash at its end
 */
export function pageLinks(path: string | undefined, baseUrl: string): HreflangLink[] {
  const links = path === undefined ? [] : hreflangLinks(languages, path, baseUrl)
  const split = import.meta.env.SSR ? undefined : paths
  return split && !languages.locales.every((locale) => split.has(locale)) ? links.slice(0, 1) : links
}

/**
 * Updates the links of hreflang-links.tsx once the page of a navigation is painted, and removes the preview of the first
 * page, whose location is `first`. Crawlers load documents, so this is not urgent.
 */
export function updateHeadLinks(router: AnyRouter, first: LocationLike): void {
  const isFirst = () => (router.stores.resolvedLocation.get() ?? first).pathname === first.pathname
  const update = () => {
    const path = shownPath(router)
    // The Open Graph tags belong to the first page.
    if (path === undefined || !isFirst()) for (const tag of document.querySelectorAll('[property^=og]')) tag.remove()
    // The first page has its links, and no navigation ends before the paths of its language have loaded.
    if (!paths || paths.has(document.documentElement.lang)) headLinks.set((baseUrl) => pageLinks(path, baseUrl))
  }
  router.subscribe('onResolved', () => afterPaint(update))
  // A step back ended before the engine was loaded.
  if (!isFirst()) afterPaint(update)
}
