import { readOwnSession } from 'fairlead/sessions.server'
import type { Permission, Session } from 'fairlead/sessions'

declare module 'fairlead/sessions' {
  interface Permissions {
    'log.edit': true
    'log.audit': true
  }
}

const PERMISSIONS: Readonly<Record<string, readonly Permission[]>> = { editor: ['log.edit'], auditor: ['log.audit'] }

export async function readSession(request: Request): Promise<Session | undefined> {
  const session = await readOwnSession(request)
  return session && { ...session, permissions: PERMISSIONS[session.subject] ?? [] }
}
