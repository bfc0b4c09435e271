import { createFileRoute } from '@tanstack/react-router'
import { DeliveryPage } from '#fairlead/report-desk/delivery-page.tsx'
import { DeskError } from '#fairlead/report-desk/desk-error.tsx'
import { deskLoader, deskTitle } from '#fairlead/report-desk/desk-route.ts'

export const Route = createFileRoute('/{-$locale}/reports/delivery')({
  loader: deskLoader(({ deliveryQuery }, loading) => loading.context.load(deliveryQuery, loading)),
  head: (head) => deskTitle(head, 'delivery'),
  component: DeliveryPage,
  errorComponent: DeskError,
})
