import { useMutation, useQueryClient } from '@tanstack/react-query'
import { deliveryQuery, reloadOnUnauthorized } from '#app/report-desk/desk-queries.ts'

export type DeadLetterUpdate = { envelopes: number[]; action: 'retry' | 'discard' }

/** Retries or discards dead letters and refetches the delivery page. Offline it fails at once rather than wait. */
export function useUpdateDeadLetters() {
  const queryClient = useQueryClient()
  return useMutation({
    networkMode: 'always',
    mutationFn: async (data: DeadLetterUpdate) => {
      const { updateDeadLetters } = await import('#app/report-desk/delivery.functions.ts')
      return reloadOnUnauthorized(updateDeadLetters({ data }))
    },
    onSettled: () => void queryClient.invalidateQueries({ queryKey: deliveryQuery.queryKey }),
  })
}
