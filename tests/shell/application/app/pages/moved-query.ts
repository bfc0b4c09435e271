import { queryOptions } from '@tanstack/react-query'
import type { Locale } from '#app/navigation/locale/locale.ts'

/** Returns a query without data: its server function redirects. */
export function movedQuery(moved: string, locale: Locale | undefined) {
  return queryOptions({
    queryKey: ['moved', moved, locale ?? ''],
    queryFn: async ({ signal }) => {
      const { readMoved } = await import('#app/pages/moved.functions.ts')
      return readMoved({ data: { moved, locale }, signal })
    },
  })
}
