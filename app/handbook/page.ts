import type { Locale } from 'fairlead/locale'

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
  /** The page as Markdown, with its title. Links to other pages begin with `handbook:` here as well. */
  markdown: string
  toc: Heading[]
  text: Passage[]
}

/** The groups of the contents, in order. Each takes the pages whose `order` is at least its number. */
const GROUPS = { start: 0, routing: 30, data: 40, people: 50, operations: 60, reference: 80, entries: 200 } as const
export type Group = keyof typeof GROUPS

export function groupOf(order: number): Group {
  const groups = Object.keys(GROUPS) as Group[]
  return groups.findLast((group) => order >= GROUPS[group]) ?? 'start'
}

/** A link to a page. `lang` differs from the visitor's language if the page is not translated. */
export type Entry = { slug: string; title: string; lang: Locale }

export type ContentsEntry = Entry & { group: Group }

export type Page = Pick<CompiledPage, 'title' | 'summary' | 'html' | 'toc'> & { lang: Locale }

/** The result of a look-up by slug. An unknown slug is a result rather than an error, so that it is not retried. */
export type PageResult = { found: true; page: Page } | { found: false; suggestions: Entry[] }
