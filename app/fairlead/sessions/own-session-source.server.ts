/** For an application without `app/session-source.server.ts`: the sessions are the library's. */
export { readOwnSession as readSession } from '#fairlead/sessions/sessions.server.ts'
