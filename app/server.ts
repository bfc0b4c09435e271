import { createStartHandler } from '@tanstack/react-start/server'
import { createServerEntry } from '@tanstack/react-start/server-entry'
import { setErrorReporter } from '#app/errors/capture-error.server.ts'
import { setFeedbackStore } from '#app/errors/feedback.server.ts'
import { storeFeedback } from '#app/error-reports/capture-exception.server.ts'
import { DRAFT_COOKIE } from '#app/forms/form-fields.ts'
import { checkInterception } from '#app/navigation/interception/declare-interception.ts'
import { staticPaths } from '#app/navigation/locale/sitemap.ts'
import { startAllJobs } from '#app/jobs/start-all-jobs.server.ts'
import { getRouter } from '#app/router.tsx'
import { checkCacheOptions } from '#app/server/page-cache/cache-options.ts'
import { checkRouteSources } from '#app/server/check-route-sources.server.ts'
import { readEnv } from '#app/server/env.server.ts'
import { type Client, createClientReader } from '#app/server/http/forwarded.ts'
import { reportError } from '#app/server/error-reporter.server.ts'
import { canonicalUrl } from '#app/server/middleware/canonical-url.server.ts'
import { detectVisitorLocale, localeRedirect } from '#app/server/middleware/locale.server.ts'
import { methodCheck } from '#app/server/middleware/method.server.ts'
import { createPageCacheMiddleware } from '#app/server/middleware/page-cache.server.ts'
import { createRender } from '#app/server/middleware/render.server.ts'
import { createReservedPaths } from '#app/server/middleware/reserved-paths.server.ts'
import { createRoutingTable } from '#app/server/middleware/routing-table.server.ts'
import { createServerFunctions } from '#app/server/middleware/server-functions.server.ts'
import { createServerRoutes } from '#app/server/middleware/server-routes.server.ts'
import { chain, type ServerPart } from '#app/server/part.ts'
import { composePipeline } from '#app/server/pipeline.ts'
import { redirectConsoleToLogger } from '#app/server/redirect-console.server.ts'
import { renderPage } from '#app/server/render/render-page.server.tsx'
import { createNonce, createRequestContext, runWithRequestContext } from '#app/server/request-context.server.ts'
import { SESSIONS } from '#app/sessions/session.ts'
import { cookieName } from '#app/sessions/own-session.server.ts'

setErrorReporter(reportError)
setFeedbackStore(storeFeedback)
if (import.meta.env.PROD) redirectConsoleToLogger()

/** The removable parts, which register themselves. */
const parts = Object.values(import.meta.glob<ServerPart>('./*/part.server.ts', { eager: true, import: 'default' }))
const sessionCookies = [
  ...parts.flatMap(({ sessionCookie }) => sessionCookie ?? []),
  cookieName(SESSIONS.cookie),
  SESSIONS.stateCookie,
]

const handle = createStartHandler(renderPage)
const render = createRender(handle)
/** Matches paths, and loads nothing. It is created without a host, so domains do not rewrite its URLs. */
const router = getRouter('')
checkInterception(router)

checkRouteSources(router)
checkCacheOptions(router)
startAllJobs()

const readClient = createClientReader(readEnv())

/** Returns the client of a request. From here on its `Host` is the host that the visitor asked for. */
function clientOf(request: Request): Client {
  // srvx adds the address of the socket.
  const { ip, headers } = request as Request & { ip?: string }
  const client = readClient({ peer: ip, header: (name) => headers.get(name) })
  const [host] = client.hosts
  if (host !== undefined && host !== headers.get('host')) headers.set('host', host)
  return client
}

const respond = composePipeline(
  {
    'server-functions': createServerFunctions({ handle, render }),
    'canonical-url': canonicalUrl,
    locale: localeRedirect,
    'routing-table': createRoutingTable([...sessionCookies, DRAFT_COOKIE]),
    method: methodCheck,
    'reserved-paths': createReservedPaths({
      sitemapPages: async () => {
        const own = await Promise.all(parts.map(async ({ sitemapPaths }) => (await sitemapPaths?.()) ?? []))
        const fixed = staticPaths(router).filter((path) => !parts.some(({ isGuarded }) => isGuarded?.(router, path)))
        return [...fixed, ...own.flat()]
      },
      disallowed: parts.flatMap(({ guarded }) => guarded ?? []),
    }),
    guards: chain(parts.flatMap(({ guard }) => guard ?? [])),
    'server-routes': createServerRoutes(readEnv()),
    'page-cache': createPageCacheMiddleware(sessionCookies),
    render,
  },
  runWithRequestContext,
)

export default createServerEntry({
  fetch: (request) => {
    const context = createRequestContext(request, 'page', createNonce(), router, clientOf(request))
    context.visitorLocale = detectVisitorLocale((name) => request.headers.get(name) ?? undefined)
    return respond(context)
  },
})
