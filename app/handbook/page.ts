import type { Locale } from '#app/navigation/locale/locale.ts'

/** A heading of the second or third level, as the table of contents shows it. */
export type Heading = { id: string; text: string; depth: 2 | 3 }

/** The text below a heading, for search. The first passage of a page has no anchor: it is the page's summary. */
export type Passage = { anchor: string; heading: string; text: string }

/** A compiled Markdown file. Links to other pages in `html` begin with `handbook:`. */
export type CompiledPage = {
  title: string
  order: number
  summary: string
  html: string
  toc: Heading[]
  text: Passage[]
}

/** An entry of the contents. `lang` differs from the visitor's language if the page is not translated. */
export type Entry = { slug: string; title: string; lang: Locale }

/** A page in the visitor's language, with its links localized. */
export type Page = Pick<CompiledPage, 'title' | 'summary' | 'html' | 'toc'> & { lang: Locale }

/** The result of a look-up by slug. An unknown slug is a result rather than an error, so that it is not retried. */
export type PageResult = { found: true; page: Page } | { found: false; suggestions: Entry[] }
