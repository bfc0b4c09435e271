import { createStartHandler } from '@tanstack/react-start/server'
import { createServerEntry } from '@tanstack/react-start/server-entry'
import { getServerFnById } from '#tanstack-start-server-fn-resolver'
import { tsrStartManifest } from 'tanstack-start-manifest:v'
import { serverFnGuardOptions } from '#app/server/server-functions/server-fn-guard-options.server.ts'
import { createClientReader } from '#app/server/http/client-reader.server.ts'
import { createPageCacheMiddleware } from '#app/server/middleware/page-cache.server.ts'
import { readEnv } from '#app/server/env.server.ts'
import { rejectCrossOrigin, readServerFnRequest } from '#app/server/server-functions/server-fn-guard.server.ts'
import { redirectConsoleToLogger } from '#app/server/redirect-console.server.ts'
import { handleServerFn, handlePage, setCsp } from '#app/server/render/error-boundary.server.ts'
import { feedbackThanksPage } from '#app/server/middleware/feedback-thanks.server.ts'
import { setFeedbackStore } from '#app/errors/feedback.server.ts'
import { setErrorReporter } from '#app/errors/capture-error.server.ts'
import { renderPage } from '#app/server/render/render-page.server.tsx'
import { withoutScripts } from '#app/errors/without-scripts.ts'
import { handleStaleForm, DRAFT_COOKIE, isNoJsPost, refererPath } from '#app/forms/form-redirect.server.ts'
import { listPages } from '#app/handbook/content.server.ts'
import { log } from '#app/server/log.server.ts'
import { handleDeskRequest, matchDeskRoute, rejectUnauthenticated } from '#app/report-desk/auth-middleware.server.ts'
import { SESSION } from '#app/report-desk/desk-limits.ts'
import { captureException, storeFeedback } from '#app/error-reports/capture-exception.server.ts'
import { inheritTrace, traceContext, traceHeader } from '#app/error-reports/trace-context.server.ts'
import { parseBuildId } from '#app/navigation/loading/build-id.ts'
import {
  missingServerFn,
  withServerFnHeaders,
  postRedirect,
} from '#app/server/server-functions/server-fn-response.server.ts'
import { answerAbsent, localeRedirect, seoFiles } from '#app/server/middleware/locale.server.ts'
import { localizeUrl, defaultLocaleFor } from '#app/navigation/locale/locale-url.ts'
import { defaultLocale, languages } from '#app/navigation/locale/locale.ts'
import { staticPaths } from '#app/navigation/locale/static-paths.ts'
import { readOrigin } from '#app/navigation/locale/request-info.ts'
import { checkMethod } from '#app/server/http/allowed-methods.ts'
import { normalizedPath } from '#app/server/http/normalized-path.server.ts'
import { canonicalRedirect, applyRoutingTable, type ProxyHost } from '#app/server/middleware/routing-table.server.ts'
import { servePublicFile } from '#app/server/http/public-file.server.ts'
import { matchEncoded } from '#app/navigation/routing-table/match/route-kind.ts'
import { splitLocale } from '#app/navigation/routing-table/match/locale-prefix.ts'
import { getRouter } from '#app/router.tsx'
import { documentPolicy } from '#app/server/security-headers.server.ts'

const handle = createStartHandler(renderPage)

setFeedbackStore(storeFeedback)
if (import.meta.env.PROD) {
  redirectConsoleToLogger()
  setCsp((nonce) => documentPolicy(nonce, readEnv()))
}

/** A router that loads nothing: it is asked which route an address has. No host: it knows routes, not domains. */
const map = getRouter('')

/** The params of the route that an address has. */
function paramsOf({ url }: Request): Record<string, string> {
  const [, params] = matchEncoded(map, normalizedPath(new URL(url).pathname))
  return Object.fromEntries(
    Object.entries(params as Record<string, unknown>).map(([name, value]) => [name, String(value)]),
  )
}

setErrorReporter((thrown, { request, ...context }) =>
  captureException(thrown, { ...(request && { ...traceContext(request), params: paramsOf(request) }), ...context }),
)

const calls = serverFnGuardOptions(readEnv())

const host: ProxyHost = {
  serveFile: servePublicFile,
  clientOf: createClientReader(readEnv()),
  ownCookies: [SESSION.cookie, DRAFT_COOKIE],
  onProxyFailure: (target, status, reason) => log.warn({ target, status, reason }, 'another origin did not answer'),
}

/** Every page that search engines may list: all but the operator's. */
function pages(): string[] {
  const handbook = listPages(defaultLocale).map(({ slug }) => (slug ? `/handbook/${slug}` : '/handbook'))
  const open = staticPaths(map).filter((path) => matchDeskRoute(map, path) === undefined)
  return [...open, ...handbook]
}

/** Answers what the server reserves, where no rule stands over it. */
function answerReserved(request: Request, pathname: string): Response | Promise<Response> | undefined {
  return feedbackThanksPage(request, pathname) ?? seoFiles(pathname, readOrigin(), pages) ?? answerAbsent(pathname)
}

function refuseMethod(pathname: string, method: string): Response | undefined {
  const decision = checkMethod(map, pathname, method)
  if (decision.type === 'allowed') return undefined
  return new Response('Method Not Allowed\n', { status: 405, headers: { allow: decision.allow } })
}

const entryScript = tsrStartManifest().routes.__root__?.scripts?.[0]?.attrs?.src
const build = parseBuildId(entryScript ?? '')

/** In development every page is made anew. */
const answerForEveryone = import.meta.env.PROD
  ? createPageCacheMiddleware(map, {
      session: SESSION.cookie,
      make: async (request, asked) => {
        inheritTrace(asked, request)
        return handle(request)
      },
    })
  : () => undefined

/** Start answers 406 where `Accept` names other types alone; a page has one form, and RFC 9110 lets it be sent. */
function acceptAnything({ headers }: Request): void {
  const accept = headers.get('accept')
  if (accept) headers.set('accept', `${accept}, */*;q=0.1`)
}

/** A page goes on with the trace of its request, unless it is everyone's. */
async function answerPage(...call: Parameters<typeof handle>): Promise<Response> {
  const [request] = call
  const kept = await answerForEveryone(request)
  if (kept) return kept
  acceptAnything(request)
  const response = await handlePage(request, async () => handle(...call))
  if (response.headers.get('content-type')?.startsWith('text/html')) response.headers.append(...traceHeader(request))
  return response
}

/**
 * The not-found page, in the language of the page that a form was posted from. It is without scripts: they would take
 * the address of the function for the page's.
 */
async function showNotFound(request: Request, options: Parameters<typeof handle>[1]): Promise<Response> {
  const { headers } = request
  const [path = '/'] = (refererPath(request) ?? '/').split('?', 1)
  const asked = headers.get('host') ?? ''
  const locale = splitLocale(languages, path).locale ?? defaultLocaleFor(languages, asked)
  const address = new URL(localizeUrl(languages, '/_not-found', locale, asked), request.url)
  const cookie = headers.get('cookie') ?? ''
  const page = await answerPage(
    new Request(address, { headers: { accept: 'text/html', host: asked, cookie } }),
    options,
  )
  return new Response(withoutScripts(await page.text()), page)
}

/** A call of a server function: what there is to say of every answer, and of a function that is gone. */
async function answerCall(request: Request, pathname: string, options: Parameters<typeof handle>[1]) {
  let found: unknown = {}
  const find = async (id: string) => (found = await getServerFnById(id, { origin: 'client' }))
  const client = calls.clientOf(request)
  const gone = async () => {
    const answer = await missingServerFn(pathname, find)
    return answer && isNoJsPost(request)
      ? handleStaleForm(request, await readServerFnRequest(request, calls), client)
      : answer
  }
  const refused = rejectCrossOrigin(request, calls) ?? (await gone()) ?? (await rejectUnauthenticated(request, found))
  const call = refused ?? (await readServerFnRequest(request, calls))
  const answer =
    call instanceof Response
      ? call
      : handleServerFn(
          call,
          client,
          async () => handle(call, options),
          () => showNotFound(call, options),
        )
  return withServerFnHeaders(postRedirect(request, await answer), build)
}

export default createServerEntry({
  fetch: (request, options) => {
    // Every guard below compares this form, whatever escapes the path was written with.
    const pathname = normalizedPath(new URL(request.url).pathname)
    if (pathname.startsWith('/_serverFn/')) return answerCall(request, pathname, options)
    const show = (asked: Request) => answerPage(asked, options)
    const answer = (address: string) => {
      const shown = normalizedPath(address)
      const door = matchDeskRoute(map, shown)
      if (door === 'session' && request.method === 'POST') return handleDeskRequest(request, door, show)
      return (
        refuseMethod(shown, request.method) ??
        answerReserved(request, shown) ??
        (door ? handleDeskRequest(request, door, show) : show(request))
      )
    }
    return (
      canonicalRedirect(request) ?? localeRedirect(request, pathname) ?? applyRoutingTable(request, map, answer, host)
    )
  },
})
