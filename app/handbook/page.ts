import type { Locale } from '#app/navigation/locale/locale.ts'

/** A heading of the second or third level, as the table of contents shows it. */
export type Heading = { id: string; text: string; depth: 2 | 3 }

/** The words under one heading. The first passage of a page has no anchor: it stands before every heading. */
export type Passage = { anchor: string; heading: string; text: string }

/** What a Markdown file becomes at build. Links to other pages in `html` begin with `handbook:`. */
export type CompiledPage = {
  title: string
  order: number
  summary: string
  html: string
  toc: Heading[]
  text: Passage[]
}

/** A line of the contents. `lang` differs from the visitor's language where a page is not translated. */
export type Entry = { slug: string; title: string; lang: Locale }

/** A page as a visitor gets it: links lead to addresses in the visitor's language. */
export type Page = Pick<CompiledPage, 'title' | 'summary' | 'html' | 'toc'> & { lang: Locale }

/** What asking for a slug gives. An unknown one is an answer, not a failure, so that nothing retries it. */
export type PageAnswer = { found: true; page: Page } | { found: false; nearest: Entry[] }
