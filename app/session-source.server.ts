/**
 * Reads the session of a request, for guards, server functions and pages alike. To have another library keep the
 * sessions, export its reader here instead: `(request: Request) => Promise<Session | undefined>`.
 */
export { readOwnSession as readSession } from 'fairlead/sessions.server'
