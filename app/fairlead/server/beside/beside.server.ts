import { randomInt } from 'node:crypto'
import { routedPath } from '#fairlead/navigation/locale/locale-url.ts'
import { matchRouteKind } from '#fairlead/navigation/routing-table/match/route-kind.ts'
import type { Beside } from '#fairlead/navigation/routing-table/routing-types.ts'
import { cookieText } from '#fairlead/platform/cookies.ts'
import { count } from '#fairlead/platform/counters.server.ts'
import type { Env } from '#fairlead/platform/env.server.ts'
import { readCookie } from '#fairlead/platform/http/read-cookie.ts'
import type { RequestContext } from '#fairlead/platform/request-context.server.ts'
import { withBasePath } from '#fairlead/platform/base-path.ts'
import { type Choice, chooseSide } from '#fairlead/server/beside/choose-side.ts'
import { isProxied, markProxied } from '#fairlead/server/http/proxied-response.ts'
import { copyResponse } from '#fairlead/server/http/string-response.server.ts'
import type { Middleware } from '#fairlead/server/middleware.ts'
import { FORBIDDEN_METHODS } from '#fairlead/server/server-functions/guard.server.ts'
import type { Application } from '#fairlead/server/stages.ts'
import { cookieName } from '#fairlead/sessions/sessions.server.ts'
import { log } from '#fairlead/platform/log.server.ts'

/** The cookie with the visitor's ticket. */
export const TICKET_COOKIE = 'beside'

/** An outage is reported once in this time, in milliseconds. */
const REPORT_MS = 60_000

/** The old application as requests are forwarded to it. */
export type OldApplication = {
  readonly origin: string
  /** The `Host` that it is asked by; `undefined` for the visitor's. */
  readonly host: string | undefined
  /** Names of cookies that it neither sees nor sets. */
  readonly ownCookies: readonly string[]
}

/**
 * Returns how the old application is reached.
 *
 * @throws Error if neither the table nor the environment has its origin, or the environment has one and the table has no
 * `beside`: then the browser has not been told of it
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
  const given = beside.cookies.flatMap((name) => [name, cookieName(name)])
  return { origin, host: beside.host, ownCookies: ownCookies.filter((name) => !given.includes(name)) }
}

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

/** Makes a `Location` at the old application's origin one of this site. */
function keepLocationHere({ headers }: Response, { origin, host }: OldApplication): void {
  const location = headers.get('location')
  if (location === null || !URL.canParse(location)) return
  const url = new URL(location)
  if (url.origin === origin || url.host === host) headers.set('location', location.slice(url.origin.length) || '/')
}

/** Adds to a response which side has made it. That of a shared path is for this visitor alone, whatever its headers say. */
function markSide(response: Response, { side, shared }: Choice, ticket: number | undefined): void {
  const { headers } = response
  headers.append('server-timing', `beside;desc="${side}"`)
  if (shared === undefined) return
  if (!/\b(?:private|no-store)\b/i.test(headers.get('cache-control') ?? ''))
    headers.set('cache-control', 'private, no-cache')
  if (ticket !== undefined) headers.append('set-cookie', cookieText(TICKET_COOKIE, String(ticket)))
}

/**
 * Creates the middleware that has the old application answer what it keeps, and what this one has no answer to. With
 * neither in the table it passes all requests on.
 */
export function createBeside({ beside, table, files, languages, env, ownCookies }: Application): Middleware {
  const old = oldApplicationOf(beside, env, [...ownCookies, TICKET_COOKIE])
  if (!beside || !old) return (_, next) => next()
  const keep = [...beside.keep, ...env.BESIDE_KEEP]
  const outageOf = createOutages()

  function choose({ request, url, routes }: RequestContext, ticket: number | undefined): Choice {
    const { headers } = request
    const host = headers.get('host') ?? undefined
    const asked = {
      url: url.pathname + url.search,
      headers,
      isNextAction: request.method === 'POST' && headers.has('next-action'),
      ticket,
    }
    return chooseSide(beside as Beside, keep, table, asked, (path) =>
      files.has(path) ? 'file' : matchRouteKind(routes, routedPath(languages, path, host)),
    )
  }

  async function respondByOld({ request, url, client }: RequestContext, { origin, host }: OldApplication) {
    const target = origin + withBasePath(url.pathname) + url.search
    // Loaded here: most sites have no use for its HTTP client.
    const { forward, ProxyError } = await import('#fairlead/server/http/proxy.server.ts')
    try {
      const asked = host ?? client.hosts[0]
      const response = await forward(request, target, {
        client,
        ownCookies: old?.ownCookies ?? [],
        host: asked,
        isStream: true,
      })
      keepLocationHere(response, { origin, host, ownCookies: [] })
      if (response.status >= 500) log.warn({ side: 'old', status: response.status, path: url.pathname }, 'failed')
      return markProxied(response, 'as-it-comes')
    } catch (error) {
      if (!(error instanceof ProxyError)) throw error
      log.warn({ side: 'old', status: error.status, reason: error.message, path: url.pathname }, 'failed')
      const { errorResponse } = await import('#fairlead/errors/error-document.server.ts')
      const { foreignDocumentContext } = await import('#fairlead/errors/document-context.server.ts')
      return errorResponse(outageOf(error.message), request, error.status, foreignDocumentContext(request))
    }
  }

  return async (context, next) => {
    const { request } = context
    if (FORBIDDEN_METHODS.has(request.method)) return next()
    const known = readTicket(request)
    const drawn = known === undefined && Object.keys(beside.share).length > 0 ? randomInt(100) : undefined
    const choice = choose(context, known ?? drawn)
    const { side, shared } = choice
    if (side === 'new' && shared === undefined) return next()
    context.side = side
    const answered = side === 'old' ? await respondByOld(context, old) : await next()
    // Others may have the headers of a response of this application, and those of a redirect cannot be changed.
    const response = side === 'new' && !isProxied(answered) ? copyResponse(answered) : answered
    markSide(response, choice, drawn)
    count('beside_requests_total', { side, path: shared ?? '', status: response.status })
    return response
  }
}
