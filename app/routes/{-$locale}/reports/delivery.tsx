import { createFileRoute } from '@tanstack/react-router'
import { DeliveryPage } from '#app/monitoring/reports/delivery-page.tsx'
import { deskTitle } from '#app/monitoring/reports/title.ts'

export const Route = createFileRoute('/{-$locale}/reports/delivery')({
  loader: async (loading) => {
    if (loading.context.desk.type !== 'in') return
    const { deliveryQuery } = await import('#app/monitoring/reports/queries.ts')
    await loading.context.load(deliveryQuery, loading)
  },
  head: (head) => deskTitle(head, 'delivery'),
  component: DeliveryPage,
})
