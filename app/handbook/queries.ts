import { queryOptions } from '@tanstack/react-query'
import { fetchContents, fetchPage } from '#app/handbook/handbook.functions.ts'
import type { Locale } from '#app/navigation/locale/locale.ts'

/** One page of the handbook, or what to offer in its place. The first page has the empty slug. */
export function pageQuery(locale: Locale, slug: string) {
  return queryOptions({
    queryKey: ['handbook', locale, slug],
    queryFn: ({ signal }) => fetchPage({ data: { locale, slug }, signal }),
  })
}

/** The titles of every page, in order. */
export function contentsQuery(locale: Locale) {
  return queryOptions({
    queryKey: ['handbook', locale],
    queryFn: ({ signal }) => fetchContents({ data: { locale }, signal }),
  })
}
