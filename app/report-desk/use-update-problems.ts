import { useMutation, useQueryClient } from '@tanstack/react-query'
import { reloadOnUnauthorized, listKey } from '#app/report-desk/desk-queries.ts'
import type { SelectionTarget } from '#app/report-desk/use-selection.ts'

/** What is done to problems. */
export type ProblemUpdate = 'open' | 'resolved' | 'ignored' | 'deleted'

/** Changes problems, and has everything that shows them read anew. */
export function useUpdateProblems() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (data: SelectionTarget & { to: ProblemUpdate }) => {
      const { changeProblems } = await import('#app/report-desk/problems.functions.ts')
      return reloadOnUnauthorized(changeProblems({ data }))
    },
    onSettled: async () => {
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: listKey }),
        queryClient.invalidateQueries({ queryKey: ['reports', 'report'] }),
      ])
    },
  })
}
