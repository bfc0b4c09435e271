import { queryOptions } from '@tanstack/react-query'
import type { Lifetimes } from '#app/server/cache/cache-options.ts'

/** How long each of the lab's cached pages is served, in seconds. */
export const LIFETIMES = {
  seconds: { freshFor: 10, staleFor: 50 },
  minutes: { freshFor: 60, staleFor: 600 },
  hours: { freshFor: 3_600, staleFor: 86_400 },
} satisfies Record<string, Lifetimes>

export type CachedPageName = keyof typeof LIFETIMES

/** The path of each page, without a language. */
export const PATHS = {
  seconds: '/lab/kept',
  minutes: '/lab/kept/minutes',
  hours: '/lab/kept/hours',
} as const satisfies Record<CachedPageName, string>

/** The tag of all three pages. */
export const TAG = 'lab:kept'

/** The longest name of a visitor. */
export const NAME_LENGTH = 40

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

/** Returns seconds as a number of the largest unit that it is a multiple of. */
export function inLargestUnit(seconds: number): { value: number; unit: (typeof UNITS)[number][0] } {
  const [unit, length] = UNITS.find(([, each]) => seconds % each === 0) ?? ['second', 1]
  return { value: seconds / length, unit }
}

/** Interval between two requests for the entries, in milliseconds. */
const POLL_MS = 2_000

/** The query of a page's stamp. */
export function cachedPageQuery(age: CachedPageName) {
  return queryOptions({
    queryKey: ['lab', 'kept', age],
    queryFn: async ({ signal }) => {
      const { readCachedPage } = await import('#app/lab/cached-pages.functions.ts')
      return readCachedPage({ signal })
    },
  })
}

/** The query of a page's entries in the cache. No loader reads it, because it is not part of the cached page. */
export function entriesQuery(age: CachedPageName) {
  return queryOptions({
    queryKey: ['lab', 'kept', age, 'entries'],
    queryFn: async ({ signal }) => {
      const { readEntries } = await import('#app/lab/cached-pages.functions.ts')
      return readEntries({ data: { age }, signal })
    },
    refetchInterval: POLL_MS,
  })
}

/** The query of the visitor's part. No loader reads it, so that the cached page is the same for everybody. */
export const visitorQuery = queryOptions({
  queryKey: ['lab', 'visitor'],
  queryFn: async ({ signal }) => {
    const { readVisitor } = await import('#app/lab/cached-pages.functions.ts')
    return readVisitor({ signal })
  },
})
