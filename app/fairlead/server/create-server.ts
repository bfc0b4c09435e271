import { localeDetection } from 'virtual:routing'
import { tables } from 'virtual:routing/path-tables'
import { files, table } from 'virtual:routing/server'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { createStartHandler } from '@tanstack/react-start/server'
import { createServerEntry, type ServerEntry } from '@tanstack/react-start/server-entry'
import type { AnyRoute, AnyRouter } from '@tanstack/react-router'
import { setErrorReporter } from '#fairlead/errors/capture-error.server.ts'
import { setFeedbackStore } from '#fairlead/errors/feedback.server.ts'
import { storeFeedback } from '#fairlead/error-reports/capture-exception.server.ts'
import { DRAFT_COOKIE } from '#fairlead/forms/form-fields.ts'
import { startAllJobs } from '#fairlead/jobs/start-all-jobs.server.ts'
import { checkInterception } from '#fairlead/navigation/interception/declare-interception.ts'
import { languages } from '#fairlead/navigation/locale/locale.ts'
import { compileTable } from '#fairlead/navigation/routing-table/match/compile-table.ts'
import { locateRedirect } from '#fairlead/navigation/routing-table/match/resolve.ts'
import { checkRoutes, checkTunnelPath } from '#fairlead/server/check-routes.server.ts'
import { onlyRenders, readEnv } from '#fairlead/platform/env.server.ts'
import { reportError } from '#fairlead/server/error-reporter.server.ts'
import { headerOf } from '#fairlead/platform/http/check-origin.ts'
import { type Client, createClientReader } from '#fairlead/platform/http/forwarded.ts'
import { createPageCacheMiddleware } from '#fairlead/server/cache/page-cache-middleware.server.ts'
import { CACHE_AFTER_COOKIE } from '#fairlead/server/cache/invalidate.server.ts'
import type { Part } from '#fairlead/server/part.ts'
import { redirectConsoleToLogger } from '#fairlead/server/redirect-console.server.ts'
import { createRender, renderPage } from '#fairlead/server/render/render-page.server.tsx'
import { createVisitorParts } from '#fairlead/server/render/visitor-parts.server.tsx'
import { createNonce, RequestContext, runWithRequestContext } from '#fairlead/platform/request-context.server.ts'
import { createServerFnCalls } from '#fairlead/server/server-functions/call-server-fn.server.ts'
import { oldApplicationOf, TICKET_COOKIE } from '#fairlead/server/beside/beside.server.ts'
import { belowBasePath, locateBelowBasePath } from '#fairlead/server/http/base-path.server.ts'
import { compose, type Middleware } from '#fairlead/server/middleware.ts'
import { count } from '#fairlead/platform/counters.server.ts'
import { serverTiming } from '#fairlead/server/telemetry/server-timing.server.ts'
import { setSpans, withRequestSpan, withSpan } from '#fairlead/platform/spans.server.ts'
import { basePath } from 'virtual:app/site'
import { type Application, detectVisitorLocale, STAGES } from '#fairlead/server/stages.ts'
import { SESSIONS } from '#fairlead/sessions/session.ts'
import { cookieName } from '#fairlead/sessions/sessions.server.ts'

export type ServerOptions = {
  /** Creates the router. It is called with an empty host for a router that matches paths and loads nothing. */
  readonly getRouter: (host: string) => AnyRouter
  /** The parts of the application; default none. */
  readonly parts?: readonly Part[]
}

function inStage(name: string, middleware: Middleware): Middleware {
  return (context, next) => {
    context.stage = name
    return withSpan(`stage ${name}`, () => middleware(context, next))
  }
}

type CompletedResponse = Response | Promise<Response>

/**
 * Counts a response. One that begins or ends a session makes Chromium drop the documents that it has prefetched, which
 * are another person's. Other browsers prefetch none, and would warn of the header.
 */
function completeResponse(
  context: RequestContext,
  response: CompletedResponse,
  sessions: readonly string[],
): CompletedResponse {
  if (response instanceof Promise) return response.then((settled) => completeResponse(context, settled, sessions))
  const { stage, isPrefetch, request } = context
  count('http_requests_total', { stage, status: response.status, ...(isPrefetch && { prefetch: 'true' }) })
  const isOther = response.headers.getSetCookie().some((cookie) => sessions.includes(cookie.split('=', 1)[0] ?? ''))
  if (!isOther || isPrefetch || !request.headers.has('sec-ch-ua')) return response
  const copy = new Response(response.body, response)
  copy.headers.append('clear-site-data', '"prefetchCache", "prerenderCache"')
  return copy
}

/** Creates the handler of all requests: it checks what the application declares, starts its jobs and composes the stages. */
export function createServer({ getRouter, parts = [] }: ServerOptions): ServerEntry {
  setErrorReporter(reportError)
  setFeedbackStore(storeFeedback)
  if (import.meta.env.PROD) redirectConsoleToLogger()
  else setSpans(serverTiming)

  const router = getRouter('')
  checkInterception(router)
  checkRoutes(router)
  const env = readEnv()
  checkTunnelPath(env.SENTRY_TUNNEL_PATH, router, files, { ...languages, tables })
  if (!onlyRenders()) startAllJobs()

  const sessionCookies = [
    ...parts.flatMap(({ sessionCookie }) => sessionCookie ?? []),
    cookieName(SESSIONS.cookie),
    SESSIONS.stateCookie,
  ]
  const ownCookies = [...sessionCookies, DRAFT_COOKIE, CACHE_AFTER_COOKIE]
  const old = oldApplicationOf(table.beside, env, [...ownCookies, TICKET_COOKIE])
  const handle = createStartHandler(renderPage)
  const render = createRender(handle)
  const routing = {
    languages,
    localeTable: { ...languages, localeDetection },
    table: compileTable(table, locateRedirect, languages),
  }
  const application: Application = {
    ...routing,
    files: new Set(files),
    env,
    router,
    beside: table.beside,
    old,
    parts,
    ownCookies,
    callServerFn: createServerFnCalls(handle, render),
    visitorParts: createVisitorParts(handle, getRouter, router.routeTree as AnyRoute),
    cachePages: createPageCacheMiddleware(sessionCookies, routing),
    render,
  }
  const respond = compose(
    STAGES.flatMap(({ name, create }) =>
      [create?.(application) ?? []].flat().map((middleware) => inStage(name, middleware)),
    ),
    runWithRequestContext,
  )
  const readClient = createClientReader(env)

  /** Returns the client of a request. From here on `Host` is the host that the visitor used. */
  function clientOf(request: Request): Client {
    // srvx adds the address of the socket.
    const { ip, headers } = request as Request & { ip?: string }
    const client = readClient({ peer: ip, header: headerOf(request) })
    const [host] = client.hosts
    if (host !== undefined && host !== headers.get('host')) headers.set('host', host)
    return client
  }

  const entry = createServerEntry({
    fetch: (asked) => {
      const request = import.meta.env.DEV ? belowBasePath(asked) : asked
      const context = new RequestContext(request, createNonce(), router, clientOf(request))
      context.visitorLocale = detectVisitorLocale(routing.localeTable, headerOf(request))
      const response = withRequestSpan(context, () => completeResponse(context, respond(context), sessionCookies))
      return basePath ? locateBelowBasePath(response) : response
    },
  })
  if (!old) return entry
  /** Connects a WebSocket to the old application (`beside`). The host calls it. */
  const upgrade = async (request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> => {
    const header = (name: string) => request.headers[name]?.toString()
    const client = readClient({ peer: request.socket.remoteAddress, header })
    const { connect } = await import('#fairlead/server/beside/upgrade.server.ts')
    return connect(request, socket, head, old, client)
  }
  return Object.assign(entry, { upgrade })
}
