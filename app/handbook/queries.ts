import { queryOptions } from '@tanstack/react-query'
import { memoizeAsync } from '#app/navigation/loading/memoize-async.ts'
import type { Locale } from '#app/navigation/locale/locale.ts'

/** Loaded when first called: a page that came from the server needs no client for server functions. */
const functions = memoizeAsync(() => import('#app/handbook/handbook.functions.ts'))

/** One page of the handbook, or what to offer in its place. The first page has the empty slug. */
export function pageQuery(locale: Locale, slug: string) {
  return queryOptions({
    queryKey: ['handbook', locale, slug],
    queryFn: async ({ signal }) => {
      const { fetchPage } = await functions()
      return fetchPage({ data: { locale, slug }, signal })
    },
  })
}

/** The titles of every page, in order. */
export function contentsQuery(locale: Locale) {
  return queryOptions({
    queryKey: ['handbook', locale],
    queryFn: async ({ signal }) => {
      const { fetchContents } = await functions()
      return fetchContents({ data: { locale }, signal })
    },
  })
}
