import { queryOptions } from '@tanstack/react-query'

export const soundingsQuery = queryOptions({
  queryKey: ['soundings'],
  queryFn: async ({ signal }) => {
    const { readSoundings } = await import('#app/pages/forms.functions.ts')
    return readSoundings({ signal })
  },
})
