import { createFileRoute } from '@tanstack/react-router'
import { WithMessages } from '#app/locales/provider.tsx'
import { DeskLayout } from '#app/report-desk/desk-layout.tsx'
import { loadDeskMessages } from '#app/report-desk/desk-route.ts'
import { getLocale } from '#app/navigation/locale/locale.ts'

export const Route = createFileRoute('/{-$locale}/reports')({
  beforeLoad: async ({ context }) => {
    const { authQuery } = await import('#app/report-desk/auth.functions.ts')
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
