import { queryOptions } from '@tanstack/react-query'
import { memoizeAsync } from '#fairlead/platform/memoize-async.ts'

// As the handbook's are: server functions are loaded when first called.
const functions = memoizeAsync(() => import('#app/bench/data.functions.js'))

const queryOf = (name) => (data) =>
  queryOptions({
    queryKey: ['bench', name, data],
    queryFn: async ({ signal }) => (await functions())[name]({ data, signal }),
  })

export const listQuery = queryOf('fetchList')
export const itemQuery = queryOf('fetchItem')
export const photoQuery = queryOf('fetchPhoto')
export const docQuery = queryOf('fetchDoc')
