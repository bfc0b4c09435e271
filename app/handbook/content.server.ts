import { handbook } from 'virtual:handbook'
import { localizeLinks, slugOf } from '#app/handbook/compiler/links.ts'
import { suggestPages } from '#app/handbook/did-you-mean.ts'
import type { ContentsEntry, Entry, Page, PageResult } from '#app/handbook/page.ts'
import { buildSearchIndex } from '#app/handbook/search.ts'
import { loadMessages } from 'fairlead/messages'
import { withBasePath } from 'fairlead/navigation'
import { languages, type Locale, localizeUrl } from 'fairlead/locale'
import { siteName } from '#app/site.ts'

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
      html: localizeLinks(html, withBasePath(localizeUrl(languages, '/handbook', locale, undefined))),
      toc,
      lang: listed.lang,
    }))
    pages.set(key, page)
  }
  return { found: true, page: await page }
}

/** Returns a page as Markdown in its language; `undefined` for an unknown file. */
export async function readMarkdown(locale: Locale, file: string): Promise<{ text: string; lang: Locale } | undefined> {
  const listed = handbook[locale].find(({ slug }) => slug === slugOf(file))
  if (!listed) return undefined
  const { markdown } = (await listed.load()).default
  const base = withBasePath(localizeUrl(languages, '/handbook', locale, undefined))
  return { text: markdown.replaceAll('](handbook:', `](${base}`), lang: listed.lang }
}

/** Returns the list of a language's pages as `llms.txt` has it: Markdown with the URL and the summary of each page. */
export async function writeLlmsTxt(locale: Locale, origin: string): Promise<string> {
  const [{ shell }, { handbook: messages }] = await Promise.all([
    loadMessages('shell', locale),
    loadMessages('handbook', locale),
  ])
  const base = localizeUrl(languages, '/handbook', locale, undefined)
  const listed = await Promise.all(
    handbook[locale].map(async ({ slug, group, load }) => ({ slug, group, page: (await load()).default })),
  )
  const groups = [...Map.groupBy(listed, ({ group }) => group)].map(([group, entries]) => {
    const lines = entries.map(
      ({ slug, page }) => `- [${page.title}](${origin}${base}/${slug || 'index'}.md): ${page.summary}\n`,
    )
    return `\n## ${messages.groups[group]}\n\n${lines.join('')}`
  })
  return `# ${siteName}\n\n> ${shell.site.description}\n${groups.join('')}`
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
