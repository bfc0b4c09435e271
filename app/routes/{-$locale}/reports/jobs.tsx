import { createFileRoute } from '@tanstack/react-router'
import { DeskError } from '#fairlead/report-desk/desk-error.tsx'
import { deskLoader, deskTitle } from '#fairlead/report-desk/desk-route.ts'
import { JobsPage } from '#fairlead/report-desk/jobs-page.tsx'

export const Route = createFileRoute('/{-$locale}/reports/jobs')({
  loader: deskLoader(({ jobsQuery }, loading) => loading.context.load(jobsQuery, loading)),
  head: (head) => deskTitle(head, 'jobs'),
  component: JobsPage,
  errorComponent: DeskError,
})
