import { useLoaderData, useRouteContext } from '@tanstack/react-router'
import type { Messages } from '#fairlead/messages/messages.ts'
import { WithMessages } from '#fairlead/messages/provider.tsx'
import type { AuthState } from '#fairlead/report-desk/auth.server.ts'
import { DeskLayout } from '#fairlead/report-desk/desk-layout.tsx'

/** The layout of the desk, with its messages. */
export function DeskPage() {
  const messages: Messages<'reports'> = useLoaderData({ strict: false })
  const { auth }: { auth: AuthState } = useRouteContext({ strict: false })
  return (
    <WithMessages messages={messages}>
      <DeskLayout auth={auth} />
    </WithMessages>
  )
}
