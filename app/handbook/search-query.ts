import { queryOptions } from '@tanstack/react-query'
import MiniSearch, { type AsPlainObject } from 'minisearch'
import { fetchSearchIndex } from '#app/handbook/handbook.functions.ts'
import { type SearchDocument, searchOptions } from '#app/handbook/search.ts'
import type { Locale } from '#app/navigation/locale/locale.ts'

/** Returns the query of the search index of one language. Import it on first use only, as it includes minisearch. */
export function searchQuery(locale: Locale) {
  return queryOptions({
    queryKey: ['handbook-search', locale],
    queryFn: async ({ signal }) => {
      const response = await fetchSearchIndex({ data: { locale }, signal })
      const index = (await response.json()) as AsPlainObject
      return MiniSearch.loadJS<SearchDocument>(index, searchOptions(locale))
    },
    staleTime: Infinity,
    // The index is a class instance, which cannot be compared structurally.
    structuralSharing: false,
  })
}
