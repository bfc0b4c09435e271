import { canonicalUrl, localesWithUrls, type Languages } from '#app/navigation/locale/locale-url.ts'
import { escapeHtml } from '#app/server/http/escape-html.ts'

/** URLs in one sitemap, the limit of sitemaps.org. */
export const SITEMAP_LIMIT = 50_000

const SCHEMA = 'http://www.sitemaps.org/schemas/sitemap/0.9'

/** A page of the sitemap: its path, without a locale prefix, encoded or not; and when it last changed. */
export type SitemapPage = string | { readonly path: string; readonly lastModified?: Date | undefined }

/** Returns the path of a page. */
export const sitemapPath = (page: SitemapPage): string => (typeof page === 'string' ? page : page.path)

/** One entry for each page and language, with links to the other languages. */
function entriesOf<L extends string>(languages: Languages<L>, pages: readonly SitemapPage[], origin: string): string[] {
  const locales = localesWithUrls(languages)
  const byPath = new Map<string, string>()
  for (const page of pages) {
    const pathname = new URL(sitemapPath(page), origin).pathname.replace(/(?!^)\/$/, '')
    const date = typeof page === 'string' ? undefined : page.lastModified
    byPath.set(pathname, (date && `<lastmod>${date.toISOString()}</lastmod>`) ?? byPath.get(pathname) ?? '')
  }
  return [...byPath].flatMap(([pathname, lastModified]) => {
    const urls = locales.map((locale) => ({
      locale,
      href: escapeHtml(canonicalUrl(languages, pathname, locale, origin)),
    }))
    const isAlone = languages.localePrefix === 'never' && urls.length < 2
    const alternates = (isAlone ? [] : urls).map(
      ({ locale, href }) => `<xhtml:link rel="alternate" hreflang="${escapeHtml(locale)}" href="${href}"/>`,
    )
    return urls.map(({ href }) => `<url><loc>${href}</loc>${lastModified}${alternates.join('')}</url>`)
  })
}

/**
 * Returns `/sitemap.xml`, or one of the files that it is split into when it would exceed `limit` URLs.
 *
 * @param origin of this site, without a slash at its end
 * @param part `undefined` for `/sitemap.xml` itself, from 1 for `/sitemap-1.xml` and on
 * @returns `undefined` when there is no such part
 */
export function writeSitemap<L extends string>(
  languages: Languages<L>,
  pages: readonly SitemapPage[],
  origin: string,
  part?: number,
  limit: number = SITEMAP_LIMIT,
): string | undefined {
  const entries = entriesOf(languages, pages, origin)
  const parts = Math.ceil(entries.length / limit)
  if (part === undefined && parts > 1) {
    const files = Array.from(
      { length: parts },
      (_, index) => `<sitemap><loc>${origin}/sitemap-${index + 1}.xml</loc></sitemap>`,
    )
    return document('sitemapindex', files)
  }
  if (part !== undefined && (parts < 2 || part < 1 || part > parts)) return undefined
  const from = ((part ?? 1) - 1) * limit
  return document('urlset', entries.slice(from, from + limit))
}

function document(root: 'urlset' | 'sitemapindex', entries: string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<${root} xmlns="${SCHEMA}" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${entries.join('\n')}
</${root}>
`
}

/**
 * Returns `/robots.txt`: everything but server functions and some paths is allowed.
 *
 * @param disallowed paths, with all below them
 */
export function writeRobots(origin: string, disallowed: readonly string[] = []): string {
  return `User-agent: *
${[...disallowed, '/_serverFn/'].map((path) => `Disallow: ${path}`).join('\n')}

Sitemap: ${origin}/sitemap.xml
`
}
