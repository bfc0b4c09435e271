import { matchEncoded } from '#app/navigation/routing-table/match/route-kind.ts'
import { PublicError } from '#app/errors/public-error.ts'
import { TUNNEL } from '#app/error-reports/limits.ts'
import { getAuthState, unauthorized } from '#app/report-desk/auth.server.ts'
import { copyResponse } from '#app/server/http/string-response.server.ts'
import type { Middleware, Next } from '#app/server/pipeline.ts'
import { deriveRequestContext, type RequestContext, type RouteMatcher } from '#app/server/request-context.server.ts'

/** The layout of every page of the desk. */
const DESK_ROUTE = '/{-$locale}/reports'

/** Headers of every response of the desk. */
const HEADERS = { 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' }

/** Returns true for a normalized path of the desk. */
export function isDeskPath(routes: RouteMatcher, pathname: string): boolean {
  const [matched] = matchEncoded(routes, pathname)
  return (matched as readonly { id: string }[]).some(({ id }) => id === DESK_ROUTE)
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

/** The folder of the desk's server functions, and the file of those that are for everybody. */
const DESK_FOLDER = 'app/report-desk/'
const SIGN_IN = `${DESK_FOLDER}sign-in.functions.ts`

/**
 * Responds 401 to an unauthenticated call of a server function in the desk's folder, other than signing in and out,
 * before anything of the call is read. `requireOperator` checks it once more.
 *
 * @param found the function as Start has it
 */
export async function authorizeServerFn(request: Request, found: unknown): Promise<Response | undefined> {
  const { serverFnMeta } = found as { serverFnMeta?: { filename?: string } }
  if (!serverFnMeta?.filename?.startsWith(DESK_FOLDER) || serverFnMeta.filename === SIGN_IN) return undefined
  return orUnavailable(async () => {
    const desk = await getAuthState(request.headers)
    return desk.type === 'signed-in' ? undefined : unauthorized(desk)
  })
}

function withDeskHeaders(headers: Headers): Headers {
  const all = new Headers(headers)
  for (const [name, value] of Object.entries(HEADERS)) all.set(name, value)
  return all
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
  if (desk.type === 'signed-in') return copyResponse(page, { status: page.status, headers })
  headers.set('www-authenticate', 'Cookie realm="reports"')
  return copyResponse(page, { status: 401, headers })
}

/**
 * Responds 401 at every path of the desk unless an operator is signed in; the page has the sign-in form in place of its
 * content (see the layout). It responds 503 while the database is unavailable.
 */
export const operator: Middleware = (context, next) =>
  isDeskPath(context.routes, context.pathname) ? orUnavailable(() => renderDeskPage(context, next)) : next()
