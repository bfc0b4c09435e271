import { useLoaderData, useRouteContext } from '@tanstack/react-router'
import type { Messages } from '#fairlead/messages/messages.ts'
import { WithMessages } from '#fairlead/messages/provider.tsx'
import type { AuthState } from '#fairlead/report-desk/auth.server.ts'
import { DeskLayout } from '#fairlead/report-desk/desk-layout.tsx'

/** The layout of the desk, with its messages. */
export function DeskPage() {
  const messages = useLoaderData({ strict: false }) as Messages<'reports'>
  const { auth } = useRouteContext({ strict: false }) as { auth: AuthState }
  return (
    <WithMessages messages={messages}>
      <DeskLayout auth={auth} />
    </WithMessages>
  )
}
