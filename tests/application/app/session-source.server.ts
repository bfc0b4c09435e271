import { readOwnSession } from '#fairlead/sessions/sessions.server.ts'
import type { Session } from '#fairlead/sessions/session.ts'

declare module '#fairlead/sessions/session.ts' {
  interface Permissions {
    'orders.read': true
    'orders.audit': true
  }
}

/** Reads the session of a request. Anna alone may audit. */
export async function readSession(request: Request): Promise<Session | undefined> {
  const session = await readOwnSession(request)
  if (!session) return undefined
  return { ...session, permissions: session.subject === 'anna' ? ['orders.read', 'orders.audit'] : ['orders.read'] }
}
