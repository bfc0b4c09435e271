import { readOwnSession } from 'fairlead/sessions.server'
import type { Session } from 'fairlead/sessions'

declare module 'fairlead/sessions' {
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
