import { queryOptions } from '@tanstack/react-query'
import { fetchAuthState } from '#app/report-desk/auth.functions.ts'

/** The visitor's access to the desk. Fetched once per document: signing in or out loads a new one. */
export const authQuery = queryOptions({
  queryKey: ['reports', 'auth'],
  queryFn: () => fetchAuthState(),
  staleTime: Infinity,
  gcTime: Infinity,
})
