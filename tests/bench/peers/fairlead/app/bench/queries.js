import { queryOptions } from '@tanstack/react-query'
import { once } from '#app/navigation/loading/once.ts'

// As the handbook has it: server functions are loaded when first called.
const functions = once(() => import('#app/bench/data.functions.js'))

const queryOf = (name) => (data) =>
  queryOptions({
    queryKey: ['bench', name, data],
    queryFn: async ({ signal }) => (await functions())[name]({ data, signal }),
  })

export const listQuery = queryOf('fetchList')
export const itemQuery = queryOf('fetchItem')
export const photoQuery = queryOf('fetchPhoto')
