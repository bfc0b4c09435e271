import { createFileRoute } from '@tanstack/react-router'
import { rawEventResponse } from '#app/report-desk/raw-event-response.server.ts'
import { ReportPage } from '#app/report-desk/report-page.tsx'
import { DeskError } from '#app/report-desk/desk-error.tsx'
import { deskLoader } from '#app/report-desk/desk-loader.ts'
import { deskTitle } from '#app/report-desk/desk-title.ts'

/** A report by its id or digest. Opens over the list on soft navigation; a page of its own on a hard load. */
export const Route = createFileRoute('/{-$locale}/reports/$id')({
  server: {
    handlers: {
      GET: async ({ request, params, next }) => (await rawEventResponse(request, params.id)) ?? next(),
    },
  },
  staticData: { interception: { over: ['/{-$locale}/reports/'] } },
  loader: deskLoader(({ loadReport }) => loadReport),
  head: (head) => deskTitle(head, 'report'),
  component: ReportPage,
  errorComponent: DeskError,
})
