import { canonicalUrl, type Languages } from '#app/navigation/locale/locale-url.ts'
import { escapeHtml } from '#app/server/http/escape-html.ts'

/** A sitemap may list this many addresses, says its protocol. */
export const SITEMAP_LIMIT = 50_000

const SCHEMA = 'http://www.sitemaps.org/schemas/sitemap/0.9'

/** Every address of every page, one entry for each language, and beside it the same page in the others. */
function entriesOf<L extends string>(languages: Languages<L>, paths: readonly string[], origin: string): string[] {
  const pathnames = new Set(paths.map((path) => new URL(path, origin).pathname.replace(/(?!^)\/$/, '')))
  return [...pathnames].flatMap((pathname) => {
    const addresses = languages.locales.map((locale) => ({
      locale,
      href: escapeHtml(canonicalUrl(languages, pathname, locale, origin)),
    }))
    const alternates = addresses.map(
      ({ locale, href }) => `<xhtml:link rel="alternate" hreflang="${escapeHtml(locale)}" href="${href}"/>`,
    )
    return addresses.map(({ href }) => `<url><loc>${href}</loc>${alternates.join('')}</url>`)
  })
}

/**
 * Writes `/sitemap.xml`, or one of the files that it is split into when there are more addresses than one may hold.
 *
 * @param paths of pages, without a language; encoded or not
 * @param part `undefined` for `/sitemap.xml` itself, from 1 for `/sitemap-1.xml` and on
 * @returns `undefined` when there is no such part
 */
export function writeSitemap<L extends string>(
  languages: Languages<L>,
  paths: readonly string[],
  origin: string,
  part?: number,
  limit: number = SITEMAP_LIMIT,
): string | undefined {
  const entries = entriesOf(languages, paths, origin)
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

/** Allows everything but what has no pages, and names the sitemap. */
export function writeRobots(origin: string): string {
  return `User-agent: *
Disallow: /reports
Disallow: /_serverFn/

Sitemap: ${origin}/sitemap.xml
`
}
