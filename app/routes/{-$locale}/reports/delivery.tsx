import { createFileRoute } from '@tanstack/react-router'
import { DeliveryPage } from '#app/report-desk/delivery-page.tsx'
import { DeskError } from '#app/report-desk/desk-error.tsx'
import { deskTitle } from '#app/report-desk/desk-title.ts'

export const Route = createFileRoute('/{-$locale}/reports/delivery')({
  loader: async (loading) => {
    if (loading.context.auth.type !== 'signed-in') return
    const { deliveryQuery } = await import('#app/report-desk/desk-queries.ts')
    await loading.context.load(deliveryQuery, loading)
  },
  head: (head) => deskTitle(head, 'delivery'),
  component: DeliveryPage,
  errorComponent: DeskError,
})
