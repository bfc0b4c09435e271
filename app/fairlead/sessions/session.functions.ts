import { createMiddleware, createServerFn } from '@tanstack/react-start'
import { setResponseHeader } from '@tanstack/react-start/server'
import { noticeText } from '#fairlead/errors/document-context.server.ts'
import { PublicError } from '#fairlead/errors/public-error.ts'
import { currentSession, markPersonal, readKnownSession } from '#fairlead/sessions/current-session.server.ts'
import { loadSessionWatch } from '#fairlead/sessions/load-session-watch.ts'

export const fetchSession = createServerFn({ method: 'GET' }).handler(() => {
  markPersonal()
  return readKnownSession()
})

const SIGNED_OUT = 'SIGNED_OUT'

/**
 * Middleware of every server function that is for people who are signed in: it puts the session into the context, and
 * responds 401 to all others. A loader whose call gets a 401 during a navigation leads to the sign-in page. Any other
 * call fails with the error, so that a form keeps what was typed.
 *
 *     createServerFn().middleware([sessionMiddleware]).handler(({ context }) => context.session.subject)
 */
export const sessionMiddleware = createMiddleware({ type: 'function' })
  .client(async ({ next, method }) => {
    void loadSessionWatch()
    try {
      return await next()
    } catch (error) {
      const isSignedOut = error instanceof PublicError && error.code === SIGNED_OUT
      if (isSignedOut) await (await loadSessionWatch())?.handleSignedOut(method)
      throw error
    }
  })
  .server(async ({ next }) => {
    markPersonal()
    const session = await currentSession()
    if (session) return next({ context: { session } })
    setResponseHeader('www-authenticate', 'Cookie realm="session"')
    throw new PublicError(SIGNED_OUT, 401, await noticeText('signedOut'))
  })
