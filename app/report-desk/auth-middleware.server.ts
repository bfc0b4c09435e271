import type { AnyRouter } from '@tanstack/react-router'
import { createClientReader } from '#app/server/http/client-reader.server.ts'
import { readEnv } from '#app/server/env.server.ts'
import { PublicError } from '#app/errors/public-error.ts'
import { log } from '#app/server/log.server.ts'
import { TUNNEL } from '#app/error-reports/limits.ts'
import { DENIED_HEADER, getAuthState, sessionIdOf, unauthorized } from '#app/report-desk/auth.server.ts'
import { readForm } from '#app/report-desk/read-form.server.ts'
import { SESSION } from '#app/report-desk/desk-limits.ts'
import { endSession, isToken, startSession } from '#app/report-desk/session.server.ts'
import type { SignInError } from '#app/report-desk/auth-state.ts'
import { createTokenBuckets } from '#app/server/http/token-bucket.ts'
import { getRequestSource } from '#app/server/http/check-origin.ts'
import { rateLimitKey } from '#app/server/http/client-ip.ts'
import { normalizedPath } from '#app/server/http/normalized-path.server.ts'
import { matchEncoded } from '#app/navigation/routing-table/match/route-kind.ts'

/** The layout that every page of the desk lies in. */
const DESK_ROUTE = '/{-$locale}/reports'

/** Where the form goes, below the desk. */
const SESSION_ROUTE = `${DESK_ROUTE}/session`

/** Sign-ins that each client may still try, for the last 10 000 clients. */
const attempts = createTokenBuckets(SESSION.attempts, 10_000)

/** What is true of every answer of the desk, whoever asked. */
const HEADERS = { 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' }

/** Returns which part of the desk a normalized path leads to, if any. */
export function matchDeskRoute(map: AnyRouter, pathname: string): 'page' | 'session' | undefined {
  const [routes] = matchEncoded(map, pathname)
  const ids = new Set((routes as readonly { id: string }[]).map(({ id }) => id))
  if (!ids.has(DESK_ROUTE)) return undefined
  return ids.has(SESSION_ROUTE) ? 'session' : 'page'
}

/** Answers with what an error meant for people says, such as that the database is away. */
async function orUnavailable<T>(answer: () => Promise<T>): Promise<T | Response> {
  try {
    return await answer()
  } catch (error) {
    if (!(error instanceof PublicError)) throw error
    const headers = { ...HEADERS, 'retry-after': String(TUNNEL.retryAfterSeconds) }
    return new Response(`${error.message}\n`, { status: error.status, headers })
  }
}

/** Where the desk's server functions are written. */
const DESK_FOLDER = 'app/report-desk/'

/**
 * Refuses a stranger's call of any server function that is written in the desk's folder, before anything of the call is
 * read. `requireOperator` refuses it once more.
 *
 * @param found the function as Start knows it
 */
export async function rejectUnauthenticated(request: Request, found: unknown): Promise<Response | undefined> {
  const { serverFnMeta } = found as { serverFnMeta?: { filename?: string } }
  if (!serverFnMeta?.filename?.startsWith(DESK_FOLDER)) return undefined
  return orUnavailable(async () => {
    const desk = await getAuthState(request.headers)
    return desk.type === 'in' ? undefined : unauthorized(desk)
  })
}

/** Returns true if a page of another site sent the form. Clients other than browsers may be of unknown source. */
function isCrossOrigin({ headers }: Request): boolean {
  const header = (name: string): string | null => headers.get(name)
  const { PUBLIC_ORIGIN: publicOrigin } = readEnv()
  return getRequestSource({ header, hosts: [header('host') ?? ''], publicOrigin }) === 'cross-origin'
}

/** Where to go after signing in: any page of this site, else the desk. */
function safeReturnTo(wanted: string | null, pathname: string): string {
  const desk = pathname.replace(/\/session$/, '')
  const url = URL.canParse(wanted ?? '', 'http://desk.invalid')
    ? new URL(wanted ?? '', 'http://desk.invalid')
    : undefined
  if (url?.origin !== 'http://desk.invalid' || url.pathname === pathname || !wanted?.startsWith('/')) return desk
  // `/.//host` has become `//host`, which browsers read as another host.
  if (url.pathname.startsWith('//')) return desk
  return url.pathname + url.search
}

function cookie(value: string, seconds: number): string {
  const secure = readEnv().PUBLIC_ORIGIN?.startsWith('https:') ? '; Secure' : ''
  return `${SESSION.cookie}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secure}`
}

function redirectWithCookie(location: string, cookieHeader: string): Response {
  return new Response(null, { status: 303, headers: { ...HEADERS, location, 'set-cookie': cookieHeader } })
}

function withDeskHeaders(headers: Headers): Headers {
  const all = new Headers(headers)
  for (const [name, value] of Object.entries(HEADERS)) all.set(name, value)
  return all
}

async function verifySignIn(request: Request, form: URLSearchParams): Promise<Response | SignInError> {
  const { OPERATOR_TOKEN: token } = readEnv()
  const { pathname, searchParams } = new URL(request.url)
  const now = Date.now()
  const client = rateLimitKey(createClientReader(readEnv())(request).address)
  // Before the token is looked at: otherwise the limit would tell a right one from a wrong one.
  if (attempts.tokens(client, now) < 1) return 'wait'
  if (token !== undefined && isToken(form.get('token') ?? '', token)) {
    const id = await startSession(token, sessionIdOf(request.headers), now)
    log.info('an operator signed in')
    return redirectWithCookie(
      safeReturnTo(searchParams.get('to'), normalizedPath(pathname)),
      cookie(id, SESSION.lastsMs / 1_000),
    )
  }
  attempts.take(client, now)
  log.warn({ client }, 'a sign-in was refused')
  return 'wrong'
}

/** The same address asked for as a page, which says why the sign-in was refused. */
function withDenied({ url, headers }: Request, denied: SignInError): Request {
  const copied = new Headers(headers)
  for (const name of ['content-type', 'content-length', 'transfer-encoding']) copied.delete(name)
  copied.set(DENIED_HEADER, denied)
  return new Request(url, { headers: copied })
}

async function answerForm(request: Request, show: (request: Request) => Promise<Response>): Promise<Response> {
  if (isCrossOrigin(request)) return new Response('Forbidden\n', { status: 403, headers: HEADERS })
  const form = await readForm(request, SESSION.formBytes, SESSION.formMs)
  if (form.type === 'refused') {
    return new Response(`${form.why}\n`, { status: form.status, headers: { ...HEADERS, connection: 'close' } })
  }
  if (form.fields.has('leave')) {
    await endSession(sessionIdOf(request.headers))
    return redirectWithCookie(normalizedPath(new URL(request.url).pathname).replace(/\/session$/, ''), cookie('', 0))
  }
  const verdict = await verifySignIn(request, form.fields)
  if (verdict instanceof Response) return verdict
  const page = await show(withDenied(request, verdict))
  const headers = withDeskHeaders(page.headers)
  if (verdict === 'wait') headers.set('retry-after', String(1 / SESSION.attempts.perSecond))
  return new Response(page.body, { status: verdict === 'wait' ? 429 : 401, headers })
}

/** A stranger gets the form at once, also where the router would first lead to another spelling of the address. */
async function renderSignIn(
  request: Request,
  show: (request: Request) => Promise<Response>,
  hops = 3,
): Promise<Response> {
  const page = await show(request)
  const location = page.headers.get('location')
  if (location === null || hops === 0) return page
  return renderSignIn(new Request(new URL(location, request.url), { headers: request.headers }), show, hops - 1)
}

/**
 * Answers for the desk: a form that was posted, or a page. To strangers every address answers 401; the page has the form
 * in place of what is there (see the layout). While the database is away it answers 503.
 *
 * @param show renders the page of a request
 */
export function handleDeskRequest(
  request: Request,
  door: 'page' | 'session',
  show: (request: Request) => Promise<Response>,
): Promise<Response> {
  return orUnavailable(() =>
    request.method === 'POST' && door === 'session' ? answerForm(request, show) : answerDeskPage(request, show),
  )
}

async function answerDeskPage(request: Request, show: (request: Request) => Promise<Response>): Promise<Response> {
  const desk = await getAuthState(request.headers)
  const page = desk.type === 'in' ? await show(request) : await renderSignIn(request, show)
  const headers = withDeskHeaders(page.headers)
  if (desk.type === 'in') return new Response(page.body, { status: page.status, headers })
  headers.set('www-authenticate', 'Cookie realm="reports"')
  return new Response(page.body, { status: 401, headers })
}
