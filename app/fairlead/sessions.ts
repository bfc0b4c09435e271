// Sessions in pages: who is signed in, and what they may do.

export { requireSession } from '#fairlead/sessions/require-session.ts'
export { sessionMiddleware } from '#fairlead/sessions/session.functions.ts'
export { sessionQuery } from '#fairlead/sessions/session-query.ts'
export {
  requirePermission,
  SESSIONS,
  type Permission,
  type Permissions,
  type Session,
  type SessionData,
} from '#fairlead/sessions/session.ts'
export { safeNext } from '#fairlead/sessions/safe-next.ts'
export { sessionChanged } from '#fairlead/sessions/load-session-watch.ts'
