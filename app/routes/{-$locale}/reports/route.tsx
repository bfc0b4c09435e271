import { createFileRoute } from '@tanstack/react-router'
import { WithMessages } from '#app/locales/provider.tsx'
import { DeskLayout } from '#app/monitoring/reports/layout.tsx'
import { loadDeskMessages } from '#app/monitoring/reports/messages.ts'
import { localeOf } from '#app/navigation/locale/locale.ts'

export const Route = createFileRoute('/{-$locale}/reports')({
  beforeLoad: async ({ context }) => {
    const { sessionQuery } = await import('#app/monitoring/reports/session-query.ts')
    return { desk: await context.queryClient.query(sessionQuery) }
  },
  loader: ({ params, context }) => loadDeskMessages(localeOf(params), context.desk),
  staleTime: Infinity,
  head: () => ({ meta: [{ name: 'robots', content: 'noindex' }] }),
  component: DeskRoute,
})

function DeskRoute() {
  return (
    <WithMessages messages={Route.useLoaderData()}>
      <DeskLayout desk={Route.useRouteContext().desk} />
    </WithMessages>
  )
}
