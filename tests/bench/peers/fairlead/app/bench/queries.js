import { queryOptions } from '@tanstack/react-query'

// As the lab's pages have it: server functions are loaded when first called.
const functions = () => import('#app/bench/data.functions.js')

const queryOf = (name) => (data) =>
  queryOptions({
    queryKey: ['bench', name, data],
    queryFn: async ({ signal }) => (await functions())[name]({ data, signal }),
  })

export const listQuery = queryOf('fetchList')
export const itemQuery = queryOf('fetchItem')
export const photoQuery = queryOf('fetchPhoto')
