import { queryOptions } from '@tanstack/react-query'
import { readDesk } from '#app/monitoring/reports/operator.functions.ts'

/** How the desk stands to the visitor. Asked once for each document: whoever signs in or out gets a new one. */
export const sessionQuery = queryOptions({
  queryKey: ['reports', 'session'],
  queryFn: () => readDesk(),
  staleTime: Infinity,
  gcTime: Infinity,
})
