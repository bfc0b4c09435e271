import { createHash } from 'node:crypto'
import { setResponseHeader } from '@tanstack/react-start/server'
import { PublicError } from '#fairlead/errors/public-error.ts'
import { TUNNEL } from '#fairlead/error-reports/ingest/tunnel-limits.server.ts'
import { getMonitoring } from '#fairlead/error-reports/monitoring.server.ts'
import { getReportStore } from '#fairlead/error-reports/store/report-store.server.ts'
import { ADVICE } from '#fairlead/error-reports/store/store-health.ts'
import { withoutLocale } from '#fairlead/navigation/locale/locale-route.ts'
import { matchEncoded } from '#fairlead/navigation/routing-table/match/route-kind.ts'
import { storeErrorCode } from '#fairlead/report-desk/require-reports.server.ts'
import { readEnv } from '#fairlead/platform/env.server.ts'
import { checkOperatorToken } from '#fairlead/platform/http/operator-token.server.ts'
import { copyResponse } from '#fairlead/server/http/string-response.server.ts'
import { log } from '#fairlead/platform/log.server.ts'
import type { Middleware, Next } from '#fairlead/server/middleware.ts'
import {
  deriveRequestContext,
  getRequestContext,
  type RequestContext,
  type RouteMatcher,
} from '#fairlead/platform/request-context.server.ts'
import { createSessions, orUnavailable } from '#fairlead/sessions/sessions.server.ts'

export const SESSION = {
  /** The name of the cookie, which has a prefix if the site is served by HTTPS, see `cookieName`. */
  cookie: 'desk',
  /** Lifetime of a session in milliseconds, used or not. */
  lastsMs: 43_200_000,
} as const

/** The visitor's access to the desk. `expiresAt` is in milliseconds since 1970; `setup` is the command that sets a token. */
export type AuthState =
  | { type: 'signed-in'; expiresAt: number }
  | { type: 'signed-out' }
  | { type: 'unconfigured'; setup: string }

/**
 * The advice of a server without a token. It stays out of the browser's files, which would tell everybody the variable's
 * name.
 */
const SETUP = 'OPERATOR_TOKEN="$(openssl rand -hex 24)" npm start'

/**
 * The sessions of operators. They are a separate kind from the application's, so neither signs anybody in to the other.
 */
export const operatorSessions = createSessions<object>({
  kind: 'operator',
  cookie: SESSION.cookie,
  lifetimeMs: SESSION.lastsMs,
  idleMs: SESSION.lastsMs,
})

/** Returns the subject of the operator's sessions. It is derived from the token, so a new token ends every session. */
export function operatorOf(token: string): string {
  return `operator:${createHash('sha256').update(`fairlead desk session\0${token}`).digest('hex').slice(0, 32)}`
}

const unavailable = () =>
  new PublicError('DESK_UNAVAILABLE', 503, 'The report desk cannot reach its database at the moment.')

/**
 * Returns the visitor's access to the desk. Both the guard of the pages and the middleware of the server functions use
 * it.
 *
 * @throws PublicError 503 if the database cannot be reached
 */
export async function getAuthState(headers: Headers): Promise<AuthState> {
  const { OPERATOR_TOKEN: token } = readEnv()
  if (token === undefined) return { type: 'unconfigured', setup: SETUP }
  const session = await orUnavailable(() => operatorSessions.readFrom(headers), unavailable)
  if (session?.subject !== operatorOf(token)) return { type: 'signed-out' }
  return { type: 'signed-in', expiresAt: session.expiresAt }
}

/** Refuses a sign-in: `wrong` means a wrong token, `wait` means too many attempts. */
function refuse(status: 401 | 429, why: 'wrong' | 'wait'): never {
  // The reason is the form's message and the field's: a field message that happens to contain the typed text (a single
  // letter, say) is dropped.
  throw new PublicError('SIGN_IN_REFUSED', status, why, { token: why })
}

/** Throws an error with the store's fault, location and remedy, which only a person with the token may see. */
async function checkStore(): Promise<void> {
  const isOpen = await getMonitoring()?.opened(TUNNEL.openingMs)
  const reports = getReportStore()
  const fault = isOpen ? undefined : reports?.fault()
  if (!reports || !fault) return
  const message = `The report store is ${fault}: ${reports.place}\n${ADVICE[fault]}`
  throw new PublicError(storeErrorCode(fault), 503, message)
}

/**
 * Starts a session, revokes the browser's previous one and sets the cookie. `typed` is the text in the field of the
 * token.
 *
 * @throws PublicError 401 for a wrong token, 429 after too many, 503 if the database or the store cannot be used
 */
export async function signInOperator(request: Request, typed: string): Promise<void> {
  const now = Date.now()
  const client = getRequestContext()?.client.key ?? ''
  const checked = await checkOperatorToken(client, typed, now)
  if (checked.type === 'refused') {
    setResponseHeader('retry-after', String(checked.retryAfterSeconds))
    refuse(429, 'wait')
  }
  if (checked.type === 'wrong') {
    log.warn({ client }, 'a sign-in was refused')
    refuse(401, 'wrong')
  }
  await checkStore()
  const operator = operatorOf(typed.trim())
  await orUnavailable(() => operatorSessions.start(request.headers, operator, {}, now), unavailable)
  log.info('an operator signed in')
}

/**
 * Signs the operator out, for every copy of the cookie.
 *
 * @throws PublicError 503 if the database cannot be reached
 */
export async function signOutOperator(request: Request): Promise<void> {
  await orUnavailable(() => operatorSessions.end(request.headers), unavailable)
}

const HEADERS = { 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' }

function isDeskPath(routes: RouteMatcher, pathname: string): boolean {
  const [matched] = matchEncoded(routes, pathname)
  return (matched as readonly { id: string }[]).some(({ id }) => withoutLocale(id) === '/reports')
}

/** Renders the sign-in form at once, even if the router would first redirect to another form of the URL. */
async function renderSignIn(context: RequestContext, next: Next, hops = 3): Promise<Response> {
  const page = await next(context)
  const location = page.headers.get('location')
  if (location === null || hops === 0) return page
  const { headers, url } = context.request
  const request = new Request(new URL(location, url), { headers })
  return renderSignIn(deriveRequestContext(context, request), next, hops - 1)
}

async function renderDeskPage(context: RequestContext, next: Next): Promise<Response> {
  const isSignedIn = (await getAuthState(context.request.headers)).type === 'signed-in'
  const page = isSignedIn ? await next() : await renderSignIn(context, next)
  const headers = new Headers(page.headers)
  for (const [name, value] of Object.entries(HEADERS)) headers.set(name, value)
  if (!isSignedIn) headers.set('www-authenticate', 'Cookie realm="reports"')
  return copyResponse(page, { status: isSignedIn ? page.status : 401, headers })
}

/**
 * The guard of the desk's pages. Unless an operator is signed in, it responds 401 at every path, with a page that has
 * the sign-in form instead of its content (see the layout). While the database is unavailable it responds 503.
 */
export const guardDesk: Middleware = async (context, next) => {
  if (!isDeskPath(context.routes, context.pathname)) return next()
  try {
    return await renderDeskPage(context, next)
  } catch (error) {
    if (!(error instanceof PublicError)) throw error
    const headers = { ...HEADERS, 'retry-after': String(TUNNEL.retryAfterSeconds) }
    return new Response(`${error.message}\n`, { status: error.status, headers })
  }
}
