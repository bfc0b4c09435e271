import { queryOptions } from '@tanstack/react-query'

/** Returns the query of a page with an age. */
export function keptQuery(id: string) {
  return queryOptions({
    queryKey: ['kept', id],
    queryFn: async ({ signal }) => {
      const { readKept } = await import('#app/pages/kept.functions.ts')
      return readKept({ data: { id }, signal })
    },
  })
}
