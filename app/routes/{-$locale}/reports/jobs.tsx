import { createFileRoute } from '@tanstack/react-router'
import { DeskError, deskJobs, JobsPage } from 'fairlead/report-desk'

export const Route = createFileRoute('/{-$locale}/reports/jobs')({
  ...deskJobs,
  component: JobsPage,
  errorComponent: DeskError,
})
