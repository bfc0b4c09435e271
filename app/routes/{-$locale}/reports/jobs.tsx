import { createFileRoute } from '@tanstack/react-router'
import { DeskError } from '#app/report-desk/desk-error.tsx'
import { deskLoader, deskTitle } from '#app/report-desk/desk-route.ts'
import { JobsPage } from '#app/report-desk/jobs-page.tsx'

export const Route = createFileRoute('/{-$locale}/reports/jobs')({
  loader: deskLoader(({ jobsQuery }, loading) => loading.context.load(jobsQuery, loading)),
  head: (head) => deskTitle(head, 'jobs'),
  component: JobsPage,
  errorComponent: DeskError,
})
