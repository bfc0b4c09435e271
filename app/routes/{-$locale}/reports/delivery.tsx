import { createFileRoute } from '@tanstack/react-router'
import { DeliveryPage, deskDelivery, DeskError } from 'fairlead/report-desk'

export const Route = createFileRoute('/{-$locale}/reports/delivery')({
  ...deskDelivery,
  component: DeliveryPage,
  errorComponent: DeskError,
})
