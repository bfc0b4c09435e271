import { createFileRoute } from '@tanstack/react-router'
import { WithMessages } from '#fairlead/messages/provider.tsx'
import { DeskLayout } from '#fairlead/report-desk/desk-layout.tsx'
import { loadDeskMessages } from '#fairlead/report-desk/desk-route.ts'
import { getLocale } from '#fairlead/navigation/locale/locale.ts'

export const Route = createFileRoute('/{-$locale}/reports')({
  beforeLoad: async ({ context }) => {
    const { authQuery } = await import('#fairlead/report-desk/auth.functions.ts')
    return { auth: await context.queryClient.query(authQuery) }
  },
  loader: ({ params, context }) => loadDeskMessages(getLocale(params), context.auth),
  staleTime: Infinity,
  head: () => ({ meta: [{ name: 'robots', content: 'noindex' }] }),
  component: DeskRoute,
})

function DeskRoute() {
  return (
    <WithMessages messages={Route.useLoaderData()}>
      <DeskLayout auth={Route.useRouteContext().auth} />
    </WithMessages>
  )
}
