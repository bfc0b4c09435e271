import { randomInt } from 'node:crypto'
import { type Languages, routedPath } from '#fairlead/navigation/locale/locale-url.ts'
import { matchRouteKind } from '#fairlead/navigation/routing-table/match/route-kind.ts'
import type { Beside } from '#fairlead/navigation/routing-table/routing-types.ts'
import { cookieText } from '#fairlead/platform/cookies.ts'
import { count } from '#fairlead/platform/counters.server.ts'
import type { Env } from '#fairlead/platform/env.server.ts'
import { readCookie } from '#fairlead/platform/http/read-cookie.ts'
import type { RequestContext } from '#fairlead/platform/request-context.server.ts'
import { withBasePath } from '#fairlead/platform/base-path.ts'
import { type Choice, chooseSide } from '#fairlead/server/beside/choose-side.ts'
import type { HeaderList } from '#fairlead/server/http/proxy-headers.ts'
import { isProxied, markProxied } from '#fairlead/server/http/proxied-response.ts'
import { copyResponse } from '#fairlead/server/http/string-response.server.ts'
import type { Middleware } from '#fairlead/server/middleware.ts'
import { FORBIDDEN_METHODS } from '#fairlead/server/server-functions/guard.server.ts'
import type { CompiledTable } from '#fairlead/navigation/routing-table/match/compile-table.ts'
import { cookieName } from '#fairlead/sessions/sessions.server.ts'
import { log } from '#fairlead/platform/log.server.ts'

export const TICKET_COOKIE = 'beside'

/** An outage is reported once in this time, in milliseconds. */
const REPORT_MS = 60_000

/** In development the old application may compile a page before it answers; in milliseconds. */
const DEV_TIMEOUT_MS = 300_000

export type OldApplication = {
  readonly origin: string
  /** The `Host` header that it gets; `undefined` for the one that the visitor sent. */
  readonly host: string | undefined
  /** Names of cookies that it neither sees nor sets. */
  readonly ownCookies: readonly string[]
}

/**
 * Returns how the old application is reached.
 *
 * @throws Error if neither the table nor the environment has its origin, or if the environment has one and the table
 *   has no `beside`: without it the browser does not know that there is an old application
 */
export function oldApplicationOf(
  beside: Beside | undefined,
  env: Pick<Env, 'BESIDE_ORIGIN'>,
  ownCookies: readonly string[],
): OldApplication | undefined {
  if (!beside) {
    if (env.BESIDE_ORIGIN === undefined) return undefined
    throw new Error(
      'BESIDE_ORIGIN is set, and app/routing.ts has no `beside`: write `beside: {}` there, and build again',
    )
  }
  const origin = env.BESIDE_ORIGIN ?? beside.origin
  if (origin === undefined)
    throw new Error('app/routing.ts has `beside` without an origin: write `origin` there, or set BESIDE_ORIGIN')
  const given = new Set(beside.cookies.flatMap((name) => [name, cookieName(name)]))
  return { origin, host: beside.host, ownCookies: ownCookies.filter((name) => !given.has(name)) }
}

type EditHeaders = (headers: HeaderList) => HeaderList

/** Returns the visitor's number from 0 to 99; `undefined` without one, or with any other text. */
function readTicket(request: Request): number | undefined {
  const text = readCookie(request.headers.get('cookie'), TICKET_COOKIE) ?? ''
  return /^\d{1,2}$/.test(text) ? Number(text) : undefined
}

/** Creates the function that returns the error of an outage. It is the same for a minute, so that it is reported once. */
function createOutages() {
  let last: { readonly error: Error; readonly at: number } | undefined
  return (reason: string): Error => {
    const now = performance.now()
    if (last && now - last.at < REPORT_MS) return last.error
    const error = new Error(`the old application does not answer: ${reason}`)
    last = { error, at: now }
    return error
  }
}

/** Rewrites a `Location` at the old application's origin to one of this site. */
function keepHere(headers: HeaderList, { origin, host }: OldApplication): HeaderList {
  return headers.map(([name, value]) => {
    const url = name === 'location' && URL.canParse(value) ? new URL(value) : undefined
    if (!url || (url.origin !== origin && url.host !== host)) return [name, value]
    const path = url.pathname + url.search + url.hash
    // Another host's URL would begin with two slashes.
    return [name, path.startsWith('//') ? `/.${path}` : path]
  })
}

/** Headers that CDNs read instead of `Cache-Control` (RFC 9213). */
const OF_CDNS = /^(?:.+-cache|surrogate|.+-surrogate)-control$/

/** Adds the side that responded. At a shared path the response is for this visitor alone, whatever its headers say. */
function markSide(headers: HeaderList, { side, shared }: Choice, ticket: number | undefined): HeaderList {
  const timing: HeaderList = [['server-timing', `beside;desc="${side}"`]]
  if (shared === undefined) return [...headers, ...timing]
  const directives = headers.flatMap(([name, value]) => (name === 'cache-control' ? value.split(',') : []))
  const isPrivate = directives.some((directive) => /^\s*(?:private|no-store)\s*$/i.test(directive))
  const cookie: HeaderList = ticket === undefined ? [] : [['set-cookie', cookieText(TICKET_COOKIE, String(ticket))]]
  return [
    ...headers.filter(([name]) => (name === 'cache-control' ? isPrivate : !OF_CDNS.test(name))),
    ...(isPrivate ? [] : ([['cache-control', 'private, no-cache']] satisfies HeaderList)),
    ...timing,
    ...cookie,
  ]
}

/**
 * Creates the function that forwards a request to the old application. During an outage it responds with an error page.
 */
function askOld(old: OldApplication) {
  const outageOf = createOutages()
  // Loaded here: most sites have no use for its HTTP client.
  const proxying = import('#fairlead/server/http/proxy.server.ts')

  return async ({ request, url, client }: RequestContext, edit: EditHeaders): Promise<Response> => {
    const { forward, ProxyError } = await proxying
    const { pathname: path, search } = url
    try {
      const response = await forward(request, old.origin + withBasePath(path) + search, {
        client,
        ownCookies: old.ownCookies,
        host: old.host ?? client.hosts[0],
        asItComes: true,
        ...(import.meta.env.DEV && { timeoutMs: DEV_TIMEOUT_MS }),
        editHeaders: (headers) => edit(keepHere(headers, old)),
      })
      const { status } = response
      if (status >= 500) log.warn({ side: 'old', status, path }, 'failed')
      return response
    } catch (error) {
      if (!(error instanceof ProxyError)) throw error
      const { status, message: reason } = error
      // The visitor has left, and nobody would read an error page.
      if (request.signal.aborted) return new Response(null, { status })
      log.warn({ side: 'old', status, reason, path }, 'failed')
      const { errorResponse } = await import('#fairlead/errors/error-document.server.ts')
      const { foreignDocumentContext } = await import('#fairlead/errors/document-context.server.ts')
      return errorResponse(outageOf(reason), request, status, foreignDocumentContext(request))
    }
  }
}

type BesideOptions = {
  readonly beside: Beside | undefined
  readonly old: OldApplication | undefined
  readonly languages: Languages
  readonly table: CompiledTable
  readonly files: ReadonlySet<string>
  readonly env: Pick<Env, 'BESIDE_KEEP'>
}

/**
 * Creates the middleware that forwards requests to the old application: requests for paths that it keeps, and requests
 * that this application cannot answer. Without an old application it passes all requests on.
 */
export function createBeside({ beside, old, table, files, languages, env }: BesideOptions): Middleware {
  if (!beside || !old) return (_, next) => next()
  const { share } = beside
  const keep = [...beside.keep, ...env.BESIDE_KEEP]
  const isShared = Object.keys(share).length > 0
  const respondByOld = askOld(old)

  function choose({ request, url, routes }: RequestContext, ticket: number | undefined): Choice {
    const { headers, method } = request
    const host = headers.get('host') ?? undefined
    const isNextAction = method === 'POST' && headers.has('next-action')
    const asked = { url: url.pathname + url.search, headers, isNextAction, ticket }
    return chooseSide({ share }, keep, table, asked, (path) =>
      files.has(path) ? 'file' : matchRouteKind(routes, routedPath(languages, path, host)),
    )
  }

  return async (context, next) => {
    const { request } = context
    if (FORBIDDEN_METHODS.has(request.method)) return next()
    const known = isShared ? readTicket(request) : undefined
    const drawn = isShared && known === undefined ? randomInt(100) : undefined
    const choice = choose(context, known ?? drawn)
    const { side, shared } = choice
    if (side === 'new' && shared === undefined) return next()
    context.side = side
    const edit: EditHeaders = (headers) => markSide(headers, choice, drawn)
    const response = side === 'old' ? await respondByOld(context, edit) : withHeaders(await next(), edit)
    count('beside_requests_total', { side, path: shared ?? '', status: response.status })
    return response
  }
}

/** Returns a copy of a response with other headers. The headers of a redirect or of a cached page cannot be changed. */
function withHeaders(response: Response, edit: EditHeaders): Response {
  const { status, statusText } = response
  const copy = copyResponse(response, { status, statusText, headers: edit([...response.headers]) })
  return isProxied(response) ? markProxied(copy) : copy
}
