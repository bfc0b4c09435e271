import { createFileRoute } from '@tanstack/react-router'
import { DeskError, deskReport, ReportPage } from 'fairlead/report-desk'

export const Route = createFileRoute('/{-$locale}/reports/$id')({
  ...deskReport,
  component: ReportPage,
  errorComponent: DeskError,
})
