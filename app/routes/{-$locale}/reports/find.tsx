import { createFileRoute } from '@tanstack/react-router'
import { DeskError, deskFind, LookupPage } from 'fairlead/report-desk'

export const Route = createFileRoute('/{-$locale}/reports/find')({
  ...deskFind,
  component: LookupPage,
  errorComponent: DeskError,
})
