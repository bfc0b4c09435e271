import { createFileRoute } from '@tanstack/react-router'
import { DeliveryPage } from '#app/report-desk/delivery-page.tsx'
import { DeskError } from '#app/report-desk/desk-error.tsx'
import { deskLoader } from '#app/report-desk/desk-loader.ts'
import { deskTitle } from '#app/report-desk/desk-title.ts'

export const Route = createFileRoute('/{-$locale}/reports/delivery')({
  loader: deskLoader(({ loadDelivery }) => loadDelivery),
  head: (head) => deskTitle(head, 'delivery'),
  component: DeliveryPage,
  errorComponent: DeskError,
})
