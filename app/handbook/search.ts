import type MiniSearch from 'minisearch'
import type { Options, SearchResult } from 'minisearch'

/** A place in the handbook: a page, and a heading on it. */
export type HandbookSearchResult = { id: string; slug: string; anchor: string; title: string; heading: string }

/** A place with the words that stand there. */
export type SearchDocument = HandbookSearchResult & { text: string }

/**
 * How one language is searched. The server builds the index with this and the browser asks it with this, so that both
 * cut words at the same places.
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
      // One letter wrong in a short word is another word.
      fuzzy: (term) => (term.length > 3 ? 0.2 : false),
    },
  }
}

/** Drops what writers of a language leave out when they search: capitals, accents, the Arabic article and vowels. */
export function normalizeTerm(term: string, locale: string): string {
  // In Japanese the marks are part of the letter.
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

const FINDINGS_AT_MOST = 8

/** The best places for some words, best first. */
export function searchHandbook(index: MiniSearch<SearchDocument> | undefined, words: string): HandbookSearchResult[] {
  if (!index || !words.trim()) return []
  return (index.search(words) as (SearchResult & HandbookSearchResult)[]).slice(0, FINDINGS_AT_MOST)
}
