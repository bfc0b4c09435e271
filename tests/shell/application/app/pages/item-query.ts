import { queryOptions } from '@tanstack/react-query'

/** Returns the query of an item; `delay` in milliseconds. */
export function itemQuery(id: string, delay?: number) {
  return queryOptions({
    queryKey: ['item', id, delay ?? 0],
    queryFn: async ({ signal }) => {
      const { readItem } = await import('#app/pages/item.functions.ts')
      return readItem({ data: { id, delay }, signal })
    },
  })
}
