import { createClientReader } from '#app/server/http/client-reader.server.ts'
import { readEnv } from '#app/server/env.server.ts'
import { PublicError } from '#app/errors/public-error.ts'
import { log } from '#app/server/log.server.ts'
import { TUNNEL } from '#app/error-reports/limits.ts'
import { DENIED_HEADER, getAuthState, sessionIdOf, unauthorized } from '#app/report-desk/auth.server.ts'
import { readForm } from '#app/report-desk/read-form.server.ts'
import { SESSION } from '#app/report-desk/desk-limits.ts'
import { endSession, isToken, startSession } from '#app/report-desk/session.server.ts'
import { safeNext } from '#app/sessions/safe-next.ts'
import { cookieName, isHttps } from '#app/sessions/session-cookie.server.ts'
import type { SignInError } from '#app/report-desk/auth-state.ts'
import { createSharedBuckets } from '#app/server/http/shared-buckets.server.ts'
import { getRequestSource } from '#app/server/http/check-origin.ts'
import { rateLimitKey } from '#app/server/http/client-ip.ts'
import { normalizedPath } from '#app/server/http/normalized-path.server.ts'
import type { Middleware, Next } from '#app/server/pipeline.ts'
import { deriveRequestContext, type RequestContext, type RouteMatcher } from '#app/server/request-context.server.ts'
import { matchEncoded } from '#app/navigation/routing-table/match/route-kind.ts'

/** The layout of every page of the desk. */
const DESK_ROUTE = '/{-$locale}/reports'

/** The route that the sign-in form is posted to. */
const SESSION_ROUTE = `${DESK_ROUTE}/session`

/** Sign-ins that each client may still try, for the last 10 000 clients. */
const attempts = createSharedBuckets('desk', SESSION.attempts, 10_000)

/** Headers of every response of the desk. */
const HEADERS = { 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' }

function hasRoute(routes: RouteMatcher, pathname: string, id: string): boolean {
  const [matched] = matchEncoded(routes, pathname)
  return (matched as readonly { id: string }[]).some((route) => route.id === id)
}

/** Returns true for a normalized path of the desk. */
export function isDeskPath(routes: RouteMatcher, pathname: string): boolean {
  return hasRoute(routes, pathname, DESK_ROUTE)
}

/** Responds with the message of a public error, such as that the database is unavailable. */
async function orUnavailable<T>(respond: () => Promise<T>): Promise<T | Response> {
  try {
    return await respond()
  } catch (error) {
    if (!(error instanceof PublicError)) throw error
    const headers = { ...HEADERS, 'retry-after': String(TUNNEL.retryAfterSeconds) }
    return new Response(`${error.message}\n`, { status: error.status, headers })
  }
}

/** The folder of the desk's server functions. */
const DESK_FOLDER = 'app/report-desk/'

/**
 * Responds 401 to an unauthenticated call of a server function in the desk's folder, before anything of the call is
 * read. `requireOperator` checks it once more.
 *
 * @param found the function as Start has it
 */
export async function authorizeServerFn(request: Request, found: unknown): Promise<Response | undefined> {
  const { serverFnMeta } = found as { serverFnMeta?: { filename?: string } }
  if (!serverFnMeta?.filename?.startsWith(DESK_FOLDER)) return undefined
  return orUnavailable(async () => {
    const desk = await getAuthState(request.headers)
    return desk.type === 'signed-in' ? undefined : unauthorized(desk)
  })
}

/** Returns true if a page of another site sent the form. Clients other than browsers may be of unknown source. */
function isCrossOrigin({ headers }: Request): boolean {
  const header = (name: string): string | null => headers.get(name)
  const { PUBLIC_ORIGIN: publicOrigin } = readEnv()
  return getRequestSource({ header, hosts: [header('host') ?? ''], publicOrigin }) === 'cross-origin'
}

/** Returns where to go after signing in: any page of this site, else the desk. */
function safeReturnTo(requested: string | null, pathname: string): string {
  const desk = pathname.replace(/\/session$/, '')
  const next = safeNext(requested, desk)
  return next.split(/[?#]/, 1)[0] === pathname ? desk : next
}

function cookie(value: string, seconds: number): string {
  const secure = isHttps() ? '; Secure' : ''
  return `${cookieName(SESSION.cookie)}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secure}`
}

function redirectWithCookie(location: string, cookieHeader: string): Response {
  return new Response(null, { status: 303, headers: { ...HEADERS, location, 'set-cookie': cookieHeader } })
}

function withDeskHeaders(headers: Headers): Headers {
  const all = new Headers(headers)
  for (const [name, value] of Object.entries(HEADERS)) all.set(name, value)
  return all
}

async function verifySignIn({ request, url }: RequestContext, form: URLSearchParams): Promise<Response | SignInError> {
  const { OPERATOR_TOKEN: token } = readEnv()
  const now = Date.now()
  const client = rateLimitKey(createClientReader(readEnv())(request).address)
  // Before the token is looked at: otherwise the limit would tell a right one from a wrong one.
  if ((await attempts.take(client, now)).type === 'refused') return 'wait'
  if (token !== undefined && isToken(form.get('token') ?? '', token)) {
    await attempts.giveBack(client)
    const id = await startSession(token, sessionIdOf(request.headers), now)
    log.info('an operator signed in')
    return redirectWithCookie(
      safeReturnTo(url.searchParams.get('to'), normalizedPath(url.pathname)),
      cookie(id, SESSION.lastsMs / 1_000),
    )
  }
  log.warn({ client }, 'a sign-in was refused')
  return 'wrong'
}

/** Returns the request for the page at the same URL, which says why the sign-in was refused. */
function withDenied({ url, headers }: Request, denied: SignInError): Request {
  const copied = new Headers(headers)
  for (const name of ['content-type', 'content-length', 'transfer-encoding']) copied.delete(name)
  copied.set(DENIED_HEADER, denied)
  return new Request(url, { headers: copied })
}

async function handleSignInForm(context: RequestContext, next: Next): Promise<Response> {
  const { request } = context
  if (isCrossOrigin(request)) return new Response('Forbidden\n', { status: 403, headers: HEADERS })
  const form = await readForm(request, SESSION.formBytes, SESSION.formMs)
  if (form.type === 'refused') {
    return new Response(`${form.why}\n`, { status: form.status, headers: { ...HEADERS, connection: 'close' } })
  }
  if (form.fields.has('leave')) {
    await endSession(sessionIdOf(request.headers))
    return redirectWithCookie(normalizedPath(context.url.pathname).replace(/\/session$/, ''), cookie('', 0))
  }
  const result = await verifySignIn(context, form.fields)
  if (result instanceof Response) return result
  const page = await next(deriveRequestContext(context, withDenied(request, result)))
  const headers = withDeskHeaders(page.headers)
  if (result === 'wait') headers.set('retry-after', String(1 / SESSION.attempts.perSecond))
  return new Response(page.body, { status: result === 'wait' ? 429 : 401, headers })
}

/**
 * Handles the sign-in form, and the one that signs out. A refused sign-in responds with the form once more. It responds
 * 503 while the database is unavailable.
 */
export const signIn: Middleware = (context, next) => {
  const { request, routes, pathname } = context
  if (request.method !== 'POST' || !hasRoute(routes, pathname, SESSION_ROUTE)) return next()
  return orUnavailable(() => handleSignInForm(context, next))
}

/** Renders the sign-in form at once, also where the router would first redirect to another form of the URL. */
async function renderSignIn(context: RequestContext, next: Next, hops = 3): Promise<Response> {
  const page = await next(context)
  const location = page.headers.get('location')
  if (location === null || hops === 0) return page
  const { headers, url } = context.request
  const request = new Request(new URL(location, url), { headers })
  return renderSignIn(deriveRequestContext(context, request), next, hops - 1)
}

async function renderDeskPage(context: RequestContext, next: Next): Promise<Response> {
  const desk = await getAuthState(context.request.headers)
  const page = desk.type === 'signed-in' ? await next() : await renderSignIn(context, next)
  const headers = withDeskHeaders(page.headers)
  if (desk.type === 'signed-in') return new Response(page.body, { status: page.status, headers })
  headers.set('www-authenticate', 'Cookie realm="reports"')
  return new Response(page.body, { status: 401, headers })
}

/**
 * Responds 401 at every path of the desk unless an operator is signed in; the page has the sign-in form in place of its
 * content (see the layout). It responds 503 while the database is unavailable.
 */
export const operator: Middleware = (context, next) =>
  isDeskPath(context.routes, context.pathname) ? orUnavailable(() => renderDeskPage(context, next)) : next()
