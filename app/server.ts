import { createStartHandler } from '@tanstack/react-start/server'
import { createServerEntry } from '@tanstack/react-start/server-entry'
import { setErrorReporter } from '#app/errors/capture-error.server.ts'
import { setFeedbackStore } from '#app/errors/feedback.server.ts'
import { storeFeedback } from '#app/error-reports/capture-exception.server.ts'
import { DRAFT_COOKIE } from '#app/forms/form-redirect.server.ts'
import { handbookPaths } from '#app/handbook/sitemap-paths.server.ts'
import { checkInterception } from '#app/navigation/interception/validate-interception.ts'
import { staticPaths } from '#app/navigation/locale/static-paths.ts'
import { authorizeServerFn, isDeskPath, operator, signIn } from '#app/report-desk/auth-middleware.server.ts'
import { SESSION } from '#app/report-desk/desk-limits.ts'
import { getRouter } from '#app/router.tsx'
import { reportError } from '#app/server/error-reporter.server.ts'
import { canonicalUrl } from '#app/server/middleware/canonical-url.server.ts'
import { localeRedirect } from '#app/server/middleware/locale.server.ts'
import { methodCheck } from '#app/server/middleware/method.server.ts'
import { createPageCacheMiddleware } from '#app/server/middleware/page-cache.server.ts'
import { createRender } from '#app/server/middleware/render.server.ts'
import { createReservedPaths } from '#app/server/middleware/reserved-paths.server.ts'
import { createRoutingTable } from '#app/server/middleware/routing-table.server.ts'
import { createServerFunctions } from '#app/server/middleware/server-functions.server.ts'
import { composePipeline } from '#app/server/pipeline.ts'
import { redirectConsoleToLogger } from '#app/server/redirect-console.server.ts'
import { renderPage } from '#app/server/render/render-page.server.tsx'
import { createNonce, createRequestContext, runWithRequestContext } from '#app/server/request-context.server.ts'

setErrorReporter(reportError)
setFeedbackStore(storeFeedback)
if (import.meta.env.PROD) redirectConsoleToLogger()

const handle = createStartHandler(renderPage)
const render = createRender(handle)
/** Matches paths, and loads nothing. It is created without a host, so domains do not rewrite its URLs. */
const router = getRouter('')
checkInterception(router)

const respond = composePipeline(
  {
    'server-functions': createServerFunctions({ handle, render, authorize: authorizeServerFn }),
    'canonical-url': canonicalUrl,
    locale: localeRedirect,
    'routing-table': createRoutingTable([SESSION.cookie, DRAFT_COOKIE]),
    'sign-in': signIn,
    method: methodCheck,
    'reserved-paths': createReservedPaths(() => [
      ...staticPaths(router).filter((path) => !isDeskPath(router, path)),
      ...handbookPaths(),
    ]),
    operator,
    'page-cache': createPageCacheMiddleware(SESSION.cookie),
    render,
  },
  runWithRequestContext,
)

export default createServerEntry({
  fetch: (request) => respond(createRequestContext(request, 'page', createNonce(), router)),
})
