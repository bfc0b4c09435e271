import { queryOptions } from '@tanstack/react-query'
import { fetchOrders } from '#app/pages/account.functions.ts'

export const ordersQuery = (page: string) =>
  queryOptions({ queryKey: ['orders', page], queryFn: ({ signal }) => fetchOrders({ signal }) })
