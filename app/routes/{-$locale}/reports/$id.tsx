import { createFileRoute, notFound } from '@tanstack/react-router'
import { pageMeta } from '#app/errors/page-head.ts'
import { ReportPage } from '#app/monitoring/reports/report-page.tsx'
import { isShownAsNotFound } from '#app/navigation/loading/not-found.ts'
import { deskTitle } from '#app/monitoring/reports/title.ts'

/** A report by its id or digest. It opens over the list, and is a page of its own on a hard load. */
export const Route = createFileRoute('/{-$locale}/reports/$id')({
  staticData: { interception: { over: ['/{-$locale}/reports/'] } },
  loader: async (loading) => {
    if (loading.context.desk.type !== 'in') return
    const { reportQuery } = await import('#app/monitoring/reports/queries.ts')
    if (!(await loading.context.load(reportQuery(loading.params.id), loading))) throw notFound()
  },
  head: (head) => (isShownAsNotFound(head.match) ? { meta: pageMeta(head) } : deskTitle(head, 'report')),
  component: ReportPage,
})
