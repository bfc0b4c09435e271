import { readEnv } from '#app/server/env.server.ts'
import { readCookie } from '#app/server/http/read-cookie.ts'
import { SESSION } from '#app/report-desk/desk-limits.ts'
import { readSessionOf } from '#app/report-desk/session.server.ts'
import type { SignInError, AuthState } from '#app/report-desk/auth-state.ts'

/** By which the door tells the page why a sign-in was refused. What a stranger sends under this name says nothing else. */
export const DENIED_HEADER = 'x-desk-denied'

/** For a server without a token: the page names the variable, the browser's files do not. */
const SETUP = 'OPERATOR_TOKEN="$(openssl rand -hex 24)" npm start'

function getSignInError(header: string | null): SignInError | undefined {
  return header === 'wrong' || header === 'wait' ? header : undefined
}

/** What a stranger's call of one of the desk's functions is answered with. */
export function unauthorized(desk: AuthState): Response {
  // The last is Start's: the call rejects with this response as it is.
  const headers = { 'cache-control': 'no-store', 'www-authenticate': 'Cookie realm="reports"', 'x-tss-raw': 'thrown' }
  return Response.json(desk, { status: 401, headers })
}

/** The id of the session that a browser has, from its cookie. */
export function sessionIdOf(headers: Headers): string | undefined {
  return readCookie(headers.get('cookie'), SESSION.cookie)
}

/**
 * Reads from the session's cookie who asks: the operator, somebody who is signed out, or anybody where no token is set.
 *
 * @throws PublicError 503 when the database is away
 */
export async function getAuthState(headers: Headers): Promise<AuthState> {
  const { OPERATOR_TOKEN: token } = readEnv()
  if (token === undefined) return { type: 'unset', setup: SETUP }
  const session = await readSessionOf(sessionIdOf(headers), token, Date.now())
  if (session) return { type: 'in', expiresAt: session.expiresAt }
  const denied = getSignInError(headers.get(DENIED_HEADER))
  return { type: 'out', ...(denied && { denied }) }
}
