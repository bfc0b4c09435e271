import { queryOptions } from '@tanstack/react-query'
import type { Locale } from 'fairlead/locale'

/** Loaded on first use: a page rendered on the server does not need the client of server functions. */
const functions = () => import('#app/handbook/handbook.functions.ts')

/** Returns the query of a page, or of suggestions for an unknown slug. The first page has the empty slug. */
export function pageQuery(locale: Locale, slug: string) {
  return queryOptions({
    queryKey: ['handbook', locale, slug],
    queryFn: async ({ signal }) => (await functions()).fetchPage({ data: { locale, slug }, signal }),
  })
}

export function contentsQuery(locale: Locale) {
  return queryOptions({
    queryKey: ['handbook', locale],
    queryFn: async ({ signal }) => (await functions()).fetchContents({ data: { locale }, signal }),
  })
}
