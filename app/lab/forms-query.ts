import { queryOptions } from '@tanstack/react-query'

/** The query of the lab's soundings. */
export const soundingsQuery = queryOptions({
  queryKey: ['lab', 'soundings'],
  queryFn: async ({ signal }) => {
    const { readSoundings } = await import('#app/lab/forms.functions.ts')
    return readSoundings({ signal })
  },
})
