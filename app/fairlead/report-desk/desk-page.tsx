import { getRouteApi } from '@tanstack/react-router'
import type { Messages } from '#fairlead/messages/messages.ts'
import { WithMessages } from '#fairlead/messages/provider.tsx'
import type { AuthState } from '#fairlead/report-desk/auth.server.ts'
import { DeskLayout } from '#fairlead/report-desk/desk-layout.tsx'

const route = getRouteApi('/{-$locale}/reports')

/** The layout of the desk, with its messages. */
export function DeskPage() {
  const messages: Messages<'reports'> = route.useLoaderData()
  const { auth }: { auth: AuthState } = route.useRouteContext()
  return (
    <WithMessages messages={messages}>
      <DeskLayout auth={auth} />
    </WithMessages>
  )
}
