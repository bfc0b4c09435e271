import { createFileRoute, notFound } from '@tanstack/react-router'
import { rawEventResponse } from '#fairlead/report-desk/report/read-report.server.ts'
import { ReportPage } from '#fairlead/report-desk/report/report-page.tsx'
import { DeskError } from '#fairlead/report-desk/desk-error.tsx'
import { deskLoader, deskTitle } from '#fairlead/report-desk/desk-route.ts'

/** A report by its id or digest. Opens over the list after a soft navigation; a full page after a hard load. */
export const Route = createFileRoute('/{-$locale}/reports/$id')({
  server: {
    handlers: {
      GET: async ({ request, params, next }) => (await rawEventResponse(request, params.id)) ?? next(),
    },
  },
  staticData: { interception: { over: ['/{-$locale}/reports/'] } },
  loader: deskLoader<{ params: { id: string } }>(async ({ reportQuery }, loading) => {
    if (!(await loading.context.load(reportQuery(loading.params.id), loading))) throw notFound()
  }),
  head: (head) => deskTitle(head, 'report'),
  component: ReportPage,
  errorComponent: DeskError,
})
