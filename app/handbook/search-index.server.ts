import MiniSearch from 'minisearch'
import type { CompiledPage } from '#app/handbook/page.ts'
import { type SearchDocument, searchOptions } from '#app/handbook/search.ts'

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
