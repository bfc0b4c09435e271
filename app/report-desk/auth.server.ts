import { readEnv } from '#app/server/env.server.ts'
import { readCookie } from '#app/server/http/read-cookie.ts'
import { SESSION } from '#app/report-desk/desk-limits.ts'
import { readSessionOf } from '#app/report-desk/session.server.ts'
import { cookieName } from '#app/sessions/session-cookie.server.ts'
import type { AuthState } from '#app/report-desk/auth-state.ts'

/** Shown by a server without a token. Kept out of the browser's files, which would name the variable to everybody. */
const SETUP = 'OPERATOR_TOKEN="$(openssl rand -hex 24)" npm start'

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
  return { type: 'signed-out' }
}
