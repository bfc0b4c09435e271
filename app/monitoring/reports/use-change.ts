import { useMutation, useQueryClient } from '@tanstack/react-query'
import { asOperator, LISTS } from '#app/monitoring/reports/queries.ts'
import type { Meant } from '#app/monitoring/reports/use-selection.ts'

/** What is done to problems. */
export type Change = 'open' | 'resolved' | 'ignored' | 'deleted'

/** Changes problems, and has everything that shows them read anew. */
export function useChange() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (data: Meant & { to: Change }) => {
      const { changeProblems } = await import('#app/monitoring/reports/problems.functions.ts')
      return asOperator(changeProblems({ data }))
    },
    onSettled: async () => {
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: LISTS }),
        queryClient.invalidateQueries({ queryKey: ['reports', 'report'] }),
      ])
    },
  })
}
