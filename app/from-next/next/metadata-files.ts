import type { SitemapPage } from '#fairlead/navigation/locale/sitemap.ts'
import { readPublicPath } from '#fairlead/navigation/locale/locale-url.ts'
import { languages } from '#fairlead/navigation/locale/locale.ts'

type Entry = { readonly url: string | URL; readonly lastModified?: string | number | Date | undefined }

/** Returns what `sitemap.ts` lists, for the sitemap of the server, which adds the origin and the languages. */
export const sitemapPages = (entries: readonly Entry[]): SitemapPage[] =>
  entries.map(({ url, lastModified = Number.NaN }) => {
    const { pathname, host } = new URL(url, 'http://localhost')
    const { path } = readPublicPath(languages, pathname, host)
    const date = new Date(lastModified)
    return { path, lastModified: Number.isNaN(date.getTime()) ? undefined : date }
  })

type Texts = string | readonly string[]
type Rule = { userAgent?: Texts; allow?: Texts; disallow?: Texts; crawlDelay?: number }

/** Returns `/robots.txt` as `robots.ts` describes it. */
export function robotsText(robots: { rules: Rule | Rule[]; sitemap?: Texts; host?: string }): string {
  const lines = (name: string, values: Texts | number | undefined) =>
    [values ?? []].flat().map((value) => `${name}: ${value}`)
  const groups = [robots.rules]
    .flat()
    .map(({ userAgent = '*', allow, disallow, crawlDelay }) => [
      ...lines('User-Agent', userAgent),
      ...lines('Allow', allow),
      ...lines('Disallow', disallow),
      ...lines('Crawl-delay', crawlDelay),
    ])
  const rest = [...lines('Host', robots.host), ...lines('Sitemap', robots.sitemap)]
  return [...groups, rest]
    .filter((group) => group.length > 0)
    .map((group) => `${group.join('\n')}\n`)
    .join('\n')
}
