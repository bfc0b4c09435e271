import MiniSearch, { type Options, type SearchResult } from 'minisearch'
import type { CompiledPage } from '#app/handbook/page.ts'

export type HandbookSearchResult = { id: string; slug: string; anchor: string; title: string; heading: string }

export type SearchDocument = HandbookSearchResult & { text: string }

/**
 * The server builds the index with these options and the browser queries it with the same, so that both tokenize alike.
 */
export function searchOptions(locale: string): Options<SearchDocument> {
  const segmenter = new Intl.Segmenter(locale, { granularity: 'word' })
  return {
    fields: ['title', 'heading', 'text'],
    storeFields: ['slug', 'anchor', 'title', 'heading'],
    tokenize: (text) =>
      [...segmenter.segment(text)].flatMap(({ segment, isWordLike }) => (isWordLike ? segment.split(/[._]+/) : [])),
    processTerm: (term) => normalizeTerm(term, locale) || null,
    searchOptions: {
      boost: { title: 4, heading: 3 },
      combineWith: 'AND',
      prefix: true,
      // No typo tolerance in short words: one letter makes another word.
      fuzzy: (term) => (term.length > 3 ? 0.2 : false),
    },
  }
}

/** Normalizes a term: case, accents, the Arabic article and vowels do not count. */
export function normalizeTerm(term: string, locale: string): string {
  // Japanese voicing marks are part of the letter.
  if (locale === 'ja') return term.normalize('NFKC').toLowerCase()
  const bare = term
    .normalize('NFKD')
    .replace(/[\p{M}\u0640]/gu, '')
    .toLowerCase()
  return locale === 'ar'
    ? bare
        .replace(/^ال(?=.{3})/u, '')
        .replace(/ة$/u, 'ه')
        .replace(/ى$/u, 'ي')
    : bare
}

const FINDINGS_AT_MOST = 10

/** Returns the results of a search, best first. */
export function searchHandbook(index: MiniSearch<SearchDocument> | undefined, words: string): HandbookSearchResult[] {
  if (!index || !words.trim()) return []
  return (index.search(words) as (SearchResult & HandbookSearchResult)[]).slice(0, FINDINGS_AT_MOST)
}

type Source = Pick<CompiledPage, 'title' | 'text'> & { slug: string }

/** Builds the search index of one language, with one document per heading, so that a result links to its heading. */
export function buildSearchIndex(locale: string, pages: Source[]): MiniSearch<SearchDocument> {
  const index = new MiniSearch<SearchDocument>(searchOptions(locale))
  index.addAll(
    pages.flatMap(({ slug, title, text }) =>
      text.map((passage) => ({ ...passage, id: `${slug}#${passage.anchor}`, slug, title })),
    ),
  )
  return index
}
