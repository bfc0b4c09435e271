import { createFileRoute } from '@tanstack/react-router'
import { DeliveryPage } from '#app/report-desk/delivery-page.tsx'
import { DeskError } from '#app/report-desk/desk-error.tsx'
import { deskLoader, deskTitle } from '#app/report-desk/desk-route.ts'

export const Route = createFileRoute('/{-$locale}/reports/delivery')({
  loader: deskLoader(({ deliveryQuery }, loading) => loading.context.load(deliveryQuery, loading)),
  head: (head) => deskTitle(head, 'delivery'),
  component: DeliveryPage,
  errorComponent: DeskError,
})
