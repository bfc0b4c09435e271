import { readEnv } from '#app/server/env.server.ts'
import { readCookie } from '#app/server/http/read-cookie.ts'
import { SESSION } from '#app/report-desk/desk-limits.ts'
import { readSessionOf } from '#app/report-desk/session.server.ts'
import { cookieName } from '#app/sessions/session-cookie.server.ts'
import type { SignInError, AuthState } from '#app/report-desk/auth-state.ts'

/** The request header that passes the reason of a refused sign-in to the page. Harmless when a client sends it. */
export const DENIED_HEADER = 'x-desk-denied'

/** Shown by a server without a token. Kept out of the browser's files, which would name the variable to everybody. */
const SETUP = 'OPERATOR_TOKEN="$(openssl rand -hex 24)" npm start'

function getSignInError(header: string | null): SignInError | undefined {
  return header === 'wrong' || header === 'wait' ? header : undefined
}

/** Creates the response to an unauthenticated call of one of the desk's server functions. */
export function unauthorized(auth: AuthState): Response {
  // `x-tss-raw` is Start's: the call rejects with this response as it is.
  const headers = { 'cache-control': 'no-store', 'www-authenticate': 'Cookie realm="reports"', 'x-tss-raw': 'thrown' }
  return Response.json(auth, { status: 401, headers })
}

/** Returns the session id in a browser's cookie. */
export function sessionIdOf(headers: Headers): string | undefined {
  return readCookie(headers.get('cookie'), cookieName(SESSION.cookie))
}

/**
 * Returns the access to the desk of the client that sent these headers.
 *
 * @throws PublicError 503 when the database cannot be reached
 */
export async function getAuthState(headers: Headers): Promise<AuthState> {
  const { OPERATOR_TOKEN: token } = readEnv()
  if (token === undefined) return { type: 'unconfigured', setup: SETUP }
  const session = await readSessionOf(sessionIdOf(headers), token, Date.now())
  if (session) return { type: 'signed-in', expiresAt: session.expiresAt }
  const denied = getSignInError(headers.get(DENIED_HEADER))
  return { type: 'signed-out', ...(denied && { denied }) }
}
