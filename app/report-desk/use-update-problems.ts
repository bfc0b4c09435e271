import { useMutation, useQueryClient } from '@tanstack/react-query'
import { reloadOnUnauthorized, listKey } from '#app/report-desk/desk-queries.ts'
import type { SelectionTarget } from '#app/report-desk/use-selection.ts'

/** The new state of problems; `deleted` removes them with their reports. */
export type ProblemUpdate = 'open' | 'resolved' | 'ignored' | 'deleted'

/** Updates problems and refetches everything that shows them. Offline it fails at once rather than wait. */
export function useUpdateProblems() {
  const queryClient = useQueryClient()
  return useMutation({
    networkMode: 'always',
    mutationFn: async (data: SelectionTarget & { to: ProblemUpdate }) => {
      const { updateProblems } = await import('#app/report-desk/problems.functions.ts')
      return reloadOnUnauthorized(updateProblems({ data }))
    },
    // Not awaited: the update itself is done.
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: listKey })
      void queryClient.invalidateQueries({ queryKey: ['reports', 'report'] })
    },
  })
}
