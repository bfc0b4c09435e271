import { handbook } from 'virtual:handbook'
import { localizeLinks } from '#app/handbook/compiler/links.ts'
import { suggestPages } from '#app/handbook/did-you-mean.ts'
import type { ContentsEntry, Entry, Page, PageResult } from '#app/handbook/page.ts'
import { buildSearchIndex } from '#app/handbook/search.ts'
import { languages, type Locale } from '#app/navigation/locale/locale.ts'
import { localizeUrl } from '#app/navigation/locale/locale-url.ts'

const pages = new Map<string, Promise<Page>>()
const indexes = new Map<Locale, Promise<string>>()

const asEntry = ({ slug, title, lang }: Entry): Entry => ({ slug, title, lang })

/** Returns the contents of the handbook in one language, in order. */
export function listPages(locale: Locale): ContentsEntry[] {
  return handbook[locale].map((entry) => ({ ...asEntry(entry), group: entry.group }))
}

/** Returns a page, or suggestions for an unknown slug. Only listed files are read: no path is built from a slug. */
export async function readPage(locale: Locale, slug: string): Promise<PageResult> {
  const listed = handbook[locale].find((entry) => entry.slug === slug)
  if (!listed) return { found: false, suggestions: suggestPages(slug, handbook[locale]).map(asEntry) }

  const key = `${locale} ${slug}`
  let page = pages.get(key)
  if (!page) {
    page = listed.load().then(({ default: { title, summary, html, toc } }) => ({
      title,
      summary,
      html: localizeLinks(html, localizeUrl(languages, '/handbook', locale, undefined)),
      toc,
      lang: listed.lang,
    }))
    pages.set(key, page)
  }
  return { found: true, page: await page }
}

/** Returns the search index of one language as JSON. It is built on first use. */
export function readSearchIndex(locale: Locale): Promise<string> {
  let index = indexes.get(locale)
  if (!index) {
    index = Promise.all(
      handbook[locale].map(async ({ slug, load }) => {
        const { title, text } = (await load()).default
        return { slug, title, text }
      }),
    ).then((searchable) => JSON.stringify(buildSearchIndex(locale, searchable)))
    indexes.set(locale, index)
  }
  return index
}
