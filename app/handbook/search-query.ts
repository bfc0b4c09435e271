import { queryOptions } from '@tanstack/react-query'
import MiniSearch, { type AsPlainObject } from 'minisearch'
import { fetchSearchIndex } from '#app/handbook/handbook.functions.ts'
import { type SearchDocument, searchOptions } from '#app/handbook/search.ts'
import type { Locale } from '#app/navigation/locale/locale.ts'

/** The search index of one language. Imported on first use only: it brings minisearch with it. */
export function searchQuery(locale: Locale) {
  return queryOptions({
    queryKey: ['handbook-search', locale],
    queryFn: async ({ signal }) => {
      const response = await fetchSearchIndex({ data: { locale }, signal })
      const index = (await response.json()) as AsPlainObject
      return MiniSearch.loadJS<SearchDocument>(index, searchOptions(locale))
    },
    staleTime: Infinity,
    // An index is an object of a class, not data to compare.
    structuralSharing: false,
  })
}
