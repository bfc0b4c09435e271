import { queryOptions } from '@tanstack/react-query'
import type { Lifetimes } from 'fairlead/cache.server'

/** How long each of the lab's cached pages is served, in seconds. */
export const LIFETIMES = {
  seconds: { freshFor: 10, staleFor: 50 },
  minutes: { freshFor: 60, staleFor: 600 },
  hours: { freshFor: 3_600, staleFor: 86_400 },
} satisfies Record<string, Lifetimes>

export type CachedPageName = keyof typeof LIFETIMES

export const TAG = 'lab:kept'

export function cachedPageQuery(age: CachedPageName) {
  return queryOptions({
    queryKey: ['lab', 'kept', age],
    queryFn: async ({ signal }) => (await import('#app/lab/item.functions.ts')).readStamp({ signal }),
  })
}
