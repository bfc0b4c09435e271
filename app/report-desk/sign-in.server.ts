import { deleteCookie, setCookie, setResponseHeader } from '@tanstack/react-start/server'
import { PublicError } from '#app/errors/public-error.ts'
import type { SignInError } from '#app/report-desk/auth-state.ts'
import { sessionIdOf } from '#app/report-desk/auth.server.ts'
import { SESSION } from '#app/report-desk/desk-limits.ts'
import { endSession, isToken, startSession } from '#app/report-desk/session.server.ts'
import { readEnv } from '#app/server/env.server.ts'
import { createSharedBuckets } from '#app/server/http/shared-buckets.server.ts'
import { log } from '#app/server/log.server.ts'
import { getRequestContext } from '#app/server/request-context.server.ts'
import { cookieAttributes, cookieName } from '#app/sessions/session-cookie.server.ts'

/** Sign-ins that each client may still try, for the last 10 000 clients. */
const attempts = createSharedBuckets('desk', SESSION.attempts, 10_000)

function refuse(status: 401 | 429, why: SignInError): never {
  // As a whole too: a field's message that has what was typed, such as one letter, gives way to it.
  throw new PublicError('SIGN_IN_REFUSED', status, why, { token: why })
}

/**
 * Signs an operator in: starts a session and sets its cookie.
 *
 * @param typed what was typed as the token
 * @throws PublicError 401 for a wrong token, 429 after too many, 503 when the database or the store cannot be used
 */
export async function signInOperator(request: Request, typed: string): Promise<void> {
  const { OPERATOR_TOKEN: token } = readEnv()
  const now = Date.now()
  const client = getRequestContext()?.client.key ?? ''
  // Before the token is looked at: otherwise the limit would tell a right one from a wrong one.
  if ((await attempts.take(client, now)).type === 'refused') {
    setResponseHeader('retry-after', String(1 / SESSION.attempts.perSecond))
    refuse(429, 'wait')
  }
  if (token === undefined || !isToken(typed, token)) {
    log.warn({ client }, 'a sign-in was refused')
    refuse(401, 'wrong')
  }
  await attempts.giveBack(client)
  const id = await startSession(token, sessionIdOf(request.headers), now)
  setCookie(cookieName(SESSION.cookie), id, cookieAttributes(SESSION.lastsMs / 1_000))
  log.info('an operator signed in')
}

/**
 * Signs the operator out, for every copy of the cookie.
 *
 * @throws PublicError 503 when the database cannot be reached
 */
export async function signOutOperator(request: Request): Promise<void> {
  await endSession(sessionIdOf(request.headers))
  deleteCookie(cookieName(SESSION.cookie), cookieAttributes(0))
}
