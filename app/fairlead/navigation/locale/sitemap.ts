import { canonicalUrl, type Languages, localesWithUrls } from '#fairlead/navigation/locale/locale-url.ts'
import { withBasePath } from '#fairlead/platform/base-path.ts'
import { escapeHtml } from '#fairlead/platform/http/escape-html.ts'
import type { AnyRoute, AnyRouter } from '@tanstack/react-router'
import { isGuarded } from '#fairlead/navigation/guarded-routes.ts'
import { pagePrefix, withoutLocale } from '#fairlead/navigation/locale/locale-route.ts'
import { matchRouteKind } from '#fairlead/navigation/routing-table/match/route-kind.ts'

/** The limits of one file by sitemaps.org: the number of URLs, and the bytes of their entries. */
export const SITEMAP_LIMITS = { urls: 50_000, bytes: 50_000_000 }

const SCHEMA = 'http://www.sitemaps.org/schemas/sitemap/0.9'

/** A page of the sitemap: its path, without a locale prefix, encoded or not; and the time of its last change. */
export type SitemapPage = string | { readonly path: string; readonly lastModified?: Date | undefined }

export const sitemapPath = (page: SitemapPage): string => (typeof page === 'string' ? page : page.path)

function entriesOf(languages: Languages, pages: readonly SitemapPage[], baseUrl: string): string[] {
  const locales = localesWithUrls(languages)
  const byPath = new Map<string, string>()
  for (const page of pages) {
    const pathname = new URL(sitemapPath(page), baseUrl).pathname.replace(/(?!^)\/$/, '')
    const date = typeof page === 'string' ? undefined : page.lastModified
    byPath.set(pathname, (date && `<lastmod>${date.toISOString()}</lastmod>`) ?? byPath.get(pathname) ?? '')
  }
  return [...byPath].flatMap(([pathname, lastModified]) => {
    const urls = locales.map((locale) => ({
      locale,
      href: escapeHtml(canonicalUrl(languages, pathname, locale, baseUrl)),
    }))
    const alternates = (urls.length < 2 ? [] : urls).map(
      ({ locale, href }) => `<xhtml:link rel="alternate" hreflang="${escapeHtml(locale)}" href="${href}"/>`,
    )
    return urls.map(({ href }) => `<url><loc>${href}</loc>${lastModified}${alternates.join('')}</url>`)
  })
}

/** Divides entries among files. They are ASCII, because URLs are encoded, so characters are bytes. */
function divide(entries: readonly string[], { urls, bytes }: typeof SITEMAP_LIMITS): string[][] {
  let file: string[] = []
  const files = [file]
  let size = 0
  for (const entry of entries) {
    size += entry.length + 1
    if (file.length === urls || (size > bytes && file.length > 0)) {
      file = []
      files.push(file)
      size = entry.length + 1
    }
    file.push(entry)
  }
  return files
}

/**
 * Returns `/sitemap.xml`, or one of the files that it is split into when it would exceed the limits.
 *
 * @param baseUrl origin and base path of this site, without a slash at its end
 * @param number `undefined` for `/sitemap.xml` itself, from 1 for `/sitemap-1.xml` and on
 * @returns `undefined` when there is no such file
 */
export function writeSitemap(
  languages: Languages,
  pages: readonly SitemapPage[],
  baseUrl: string,
  number?: number,
  limits = SITEMAP_LIMITS,
): string | undefined {
  const files = divide(entriesOf(languages, pages, baseUrl), limits)
  if (number === undefined && files.length > 1) {
    const listed = files.map((_, index) => `<sitemap><loc>${baseUrl}/sitemap-${index + 1}.xml</loc></sitemap>`)
    return document('sitemapindex', listed)
  }
  const entries = files[(number ?? 1) - 1]
  return entries && (number === undefined || files.length > 1) ? document('urlset', entries) : undefined
}

function document(root: 'urlset' | 'sitemapindex', entries: string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<${root} xmlns="${SCHEMA}" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${entries.join('\n')}
</${root}>
`
}

/**
 * Returns `/robots.txt`: everything is allowed but server functions and the `disallowed` paths, with all below them.
 */
export function writeRobots(baseUrl: string, disallowed: readonly string[] = []): string {
  return `User-agent: *
${[...disallowed, '/_serverFn/'].map((path) => `Disallow: ${withBasePath(path)}`).join('\n')}

Sitemap: ${baseUrl}/sitemap.xml
`
}

type Head = (context: object) => { meta?: readonly ({ name?: string; content?: string } | undefined)[] } | undefined

/** The context for a `head` without any data except the base URL, which every page has. */
const NO_DATA = { match: { status: 'success' }, matches: [{ loaderData: { baseUrl: 'http://localhost' } }], params: {} }

/**
 * True if a page asks search engines to leave it out. Its `head` is called without data, so a tag that depends on data
 * or comes from an asynchronous `head` does not count. The tag of a route wins over the tags of routes above it.
 */
function isNoindex(route: AnyRoute): boolean {
  let robots: string | undefined
  try {
    const read = (route.options.head as Head | undefined)?.(NO_DATA)
    // An asynchronous `head` may fail without its data, just like a synchronous one.
    if (read instanceof Promise) read.catch(() => {})
    robots = read?.meta?.findLast((tag) => tag?.name === 'robots')?.content
  } catch {
    // The `head` reads its data.
  }
  const parent = route.parentRoute as AnyRoute | undefined
  return robots === undefined ? parent !== undefined && isNoindex(parent) : /\b(?:noindex|none)\b/i.test(robots)
}

/**
 * Returns the paths, without a locale prefix, of every page that has no params, no guard and no `noindex`, for the sitemap.
 */
export function staticPaths(router: AnyRouter): string[] {
  const prefix = pagePrefix(router)
  return Object.entries(router.routesByPath as Record<string, AnyRoute>)
    .filter(
      ([path, { options }]) =>
        path.startsWith(prefix) && !path.includes('$', prefix.length) && 'component' in (options as object),
    )
    .filter(([, route]) => !isGuarded(route) && !isNoindex(route))
    .map(([path]) => withoutLocale(path).replace(/\/$/, '') || '/')
    .filter((path, index, all) => !path.includes('{') && all.indexOf(path) === index)
    .filter((path) => matchRouteKind(router, path) !== null)
}
