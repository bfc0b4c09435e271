import { localeDetection } from 'virtual:routing'
import { tables } from 'virtual:routing/path-tables'
import { files, table } from 'virtual:routing/server'
import { createStartHandler } from '@tanstack/react-start/server'
import { createServerEntry } from '@tanstack/react-start/server-entry'
import type { AnyRoute, AnyRouter } from '@tanstack/react-router'
import { setErrorReporter } from '#app/errors/capture-error.server.ts'
import { setFeedbackStore } from '#app/errors/feedback.server.ts'
import { storeFeedback } from '#app/error-reports/capture-exception.server.ts'
import { DRAFT_COOKIE } from '#app/forms/form-fields.ts'
import { startAllJobs } from '#app/jobs/start-all-jobs.server.ts'
import { checkInterception } from '#app/navigation/interception/declare-interception.ts'
import { languages } from '#app/navigation/locale/locale.ts'
import { compileTable } from '#app/navigation/routing-table/match/compile-table.ts'
import { locateRedirect } from '#app/navigation/routing-table/match/resolve.ts'
import { checkRoutes, checkTunnelPath } from '#app/server/check-routes.server.ts'
import { readEnv } from '#app/server/env.server.ts'
import { reportError } from '#app/server/error-reporter.server.ts'
import { headerOf } from '#app/server/http/check-origin.ts'
import { type Client, createClientReader } from '#app/server/http/forwarded.ts'
import { createPageCacheMiddleware } from '#app/server/cache-pages.server.ts'
import { CACHE_AFTER_COOKIE } from '#app/server/cache/invalidate.server.ts'
import type { Part } from '#app/server/part.ts'
import { redirectConsoleToLogger } from '#app/server/redirect-console.server.ts'
import { createRender, renderPage } from '#app/server/render/render-page.server.tsx'
import { createVisitorParts } from '#app/server/render/visitor-parts.server.tsx'
import { createNonce, RequestContext, runWithRequestContext } from '#app/server/request-context.server.ts'
import { createServerFnCalls } from '#app/server/server-functions/call-server-fn.server.ts'
import { belowBasePath, locateBelowBasePath } from '#app/server/http/base-path.server.ts'
import { compose, type Middleware } from '#app/server/middleware.ts'
import { count } from '#app/server/telemetry/counters.server.ts'
import { serverTiming } from '#app/server/telemetry/server-timing.server.ts'
import { measureLoaders, setSpans, withRequestSpan, withSpan } from '#app/server/telemetry/spans.server.ts'
import { basePath } from '#app/site.ts'
import { type Application, detectVisitorLocale, STAGES } from '#app/server/stages.ts'
import { cookieName } from '#app/sessions/sessions.server.ts'

export type ServerOptions = {
  /** Creates the router. It is called with an empty host for a router that matches paths and loads nothing. */
  readonly getRouter: (host: string) => AnyRouter
  readonly parts: readonly Part[]
  readonly sessions: { readonly cookie: string; readonly stateCookie: string }
}

function inStage(name: string, middleware: Middleware): Middleware {
  return (context, next) => {
    context.stage = name
    return withSpan(`stage ${name}`, () => middleware(context, next))
  }
}

function countResponse(context: RequestContext, response: Response | Promise<Response>): typeof response {
  if (response instanceof Promise) return response.then((settled) => countResponse(context, settled))
  count('http_requests_total', { stage: context.stage, status: response.status })
  return response
}

/** Creates the handler of all requests: it checks what the application declares, starts its jobs and composes the stages. */
export function createServer({ getRouter, parts, sessions }: ServerOptions) {
  setErrorReporter(reportError)
  setFeedbackStore(storeFeedback)
  if (import.meta.env.PROD) redirectConsoleToLogger()
  else setSpans(serverTiming)

  const router = getRouter('')
  checkInterception(router)
  checkRoutes(router)
  const env = readEnv()
  checkTunnelPath(env.SENTRY_TUNNEL_PATH, router, files, { ...languages, tables })
  startAllJobs()

  const sessionCookies = [
    ...parts.flatMap(({ sessionCookie }) => sessionCookie ?? []),
    cookieName(sessions.cookie),
    sessions.stateCookie,
  ]
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
    parts,
    ownCookies: [...sessionCookies, DRAFT_COOKIE, CACHE_AFTER_COOKIE],
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
  measureLoaders(Object.values<AnyRoute>(router.routesById))
  const readClient = createClientReader(env)

  /** Returns the client of a request. From here on its `Host` is the host that the visitor asked for. */
  function clientOf(request: Request): Client {
    // srvx adds the address of the socket.
    const { ip, headers } = request as Request & { ip?: string }
    const client = readClient({ peer: ip, header: headerOf(request) })
    const [host] = client.hosts
    if (host !== undefined && host !== headers.get('host')) headers.set('host', host)
    return client
  }

  return createServerEntry({
    fetch: (asked) => {
      const request = import.meta.env.DEV ? belowBasePath(asked) : asked
      const context = new RequestContext(request, createNonce(), router, clientOf(request))
      context.visitorLocale = detectVisitorLocale(routing.localeTable, headerOf(request))
      const response = withRequestSpan(context, () => countResponse(context, respond(context)))
      return basePath ? locateBelowBasePath(response) : response
    },
  })
}
