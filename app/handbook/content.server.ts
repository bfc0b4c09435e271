import { handbook } from 'virtual:handbook'
import { localizeLinks } from '#app/handbook/compiler/links.ts'
import { suggestPages } from '#app/handbook/did-you-mean.ts'
import type { Entry, Page, PageAnswer } from '#app/handbook/page.ts'
import { buildSearchIndex } from '#app/handbook/search-index.server.ts'
import { type Locale, localeParam } from '#app/navigation/locale/locale.ts'

const pages = new Map<string, Promise<Page>>()
const indexes = new Map<Locale, Promise<string>>()

const asEntry = ({ slug, title, lang }: Entry): Entry => ({ slug, title, lang })

/** Every page of the handbook as a visitor of one language sees it, in order. */
export function listPages(locale: Locale): Entry[] {
  return handbook[locale].map(asEntry)
}

/** One page, or the pages whose names come nearest. Only what is listed is ever read: no path is made of a slug. */
export async function readPage(locale: Locale, slug: string): Promise<PageAnswer> {
  const listed = handbook[locale].find((entry) => entry.slug === slug)
  if (!listed) return { found: false, nearest: suggestPages(slug, handbook[locale]).map(asEntry) }

  const key = `${locale} ${slug}`
  let page = pages.get(key)
  if (!page) {
    const prefix = localeParam(locale)
    page = listed.load().then(({ default: { title, summary, html, toc } }) => ({
      title,
      summary,
      html: localizeLinks(html, `${prefix ? `/${prefix}` : ''}/handbook`),
      toc,
      lang: listed.lang,
    }))
    pages.set(key, page)
  }
  return { found: true, page: await page }
}

/** The search index of one language as JSON, built when it is first asked for. */
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
