import { queryOptions } from '@tanstack/react-query'
import type { KeptAge } from '#app/lab/kept.ts'

/** Interval between two looks at the entries, in milliseconds. */
const LOOK_MS = 2_000

/** Returns the query of a page: its stamp. */
export function keptQuery(age: KeptAge) {
  return queryOptions({
    queryKey: ['lab', 'kept', age],
    queryFn: async ({ signal }) => {
      const { readKept } = await import('#app/lab/kept.functions.ts')
      return readKept({ signal })
    },
  })
}

/** Returns the query of a page's entries in the cache. No loader reads it: it is not a part of the page that is cached. */
export function keptEntriesQuery(age: KeptAge) {
  return queryOptions({
    queryKey: ['lab', 'kept', age, 'entries'],
    queryFn: async ({ signal }) => {
      const { readKeptEntries } = await import('#app/lab/kept.functions.ts')
      return readKeptEntries({ data: { age }, signal })
    },
    refetchInterval: LOOK_MS,
  })
}

/** The query of the part for each visitor. No loader reads it, so that the page stays the same for all. */
export const visitorQuery = queryOptions({
  queryKey: ['lab', 'visitor'],
  queryFn: async ({ signal }) => {
    const { readVisitor } = await import('#app/lab/kept.functions.ts')
    return readVisitor({ signal })
  },
})
