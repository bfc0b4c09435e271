import { queryOptions } from '@tanstack/react-query'
import { fetchAuthState } from '#app/report-desk/auth.functions.ts'

/** How the desk stands to the visitor. Asked once for each document: whoever signs in or out gets a new one. */
export const sessionQuery = queryOptions({
  queryKey: ['reports', 'session'],
  queryFn: () => fetchAuthState(),
  staleTime: Infinity,
  gcTime: Infinity,
})
