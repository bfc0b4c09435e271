import { localeOf } from '#app/errors/document-context.server.ts'
import { errorResponse, withoutScripts } from '#app/errors/error-document.server.ts'
import { refererPath } from '#app/server/http/referer-path.ts'
import { createNonce, RequestContext, runWithRequestContext } from '#app/server/request-context.server.ts'
import type { Render } from '#app/server/render/render-page.server.tsx'
import { languages } from '#app/navigation/locale/locale.ts'
import { localizeUrl } from '#app/navigation/locale/locale-url.ts'
import { STALE_SERVER_FN_HEADER, StaleServerFnError } from '#app/navigation/loading/server-function-response.ts'

/** Finds a server function by its id, or throws. */
export type FindServerFunction = (id: string) => Promise<unknown>

/**
 * Returns the response to a call of a function that does not exist, such as one that a newer build has renamed; undefined
 * if it exists. Start itself responds 500. Other errors of `find` are left to the call.
 */
export async function missingServerFn(pathname: string, find: FindServerFunction): Promise<Response | undefined> {
  const [id = ''] = pathname.replace('/_serverFn/', '').split('/')
  // Start looks ids up in an object, which has these names as well.
  if (id in Object.prototype) return unknownFunction()
  try {
    await find(id)
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('Server function info not found')) return unknownFunction()
  }
  return undefined
}

function unknownFunction(): Response {
  const { message, status } = new StaleServerFnError()
  return new Response(`${message}\n`, {
    status,
    headers: { [STALE_SERVER_FN_HEADER]: 'gone', 'cache-control': 'no-store' },
  })
}

/**
 * Adds headers for caches and tabs to the response to a call: `Vary: purpose`, because a prefetch may get another
 * response, and the build id.
 */
export function withServerFnHeaders(response: Response, build: string | undefined): Response {
  // A copy: the headers of a redirect cannot be changed.
  const copy = new Response(response.body, response)
  copy.headers.append('vary', 'purpose')
  if (build) copy.headers.set('x-build', build)
  return copy
}

/**
 * Changes the redirect of a form that was posted without JavaScript to 303, so that the browser continues with GET. With
 * the 307 of `redirect()` it would post the form to the page again.
 */
export function postRedirect(request: Request, response: Response): Response {
  if (request.method !== 'POST' || (response.status !== 307 && response.status !== 308)) return response
  return new Response(null, { status: 303, headers: response.headers })
}

/**
 * Renders the not-found page, in the language of the page that a form was posted from. It has no scripts: they would
 * take the URL of the function for the page's.
 */
async function renderNotFound(original: RequestContext, render: Render): Promise<Response> {
  const { request, routes, client, visitorLocale } = original
  const { headers } = request
  const host = headers.get('host') ?? ''
  const locale = localeOf(refererPath(request) ?? '/', host)
  const url = new URL(localizeUrl(languages, '/_not-found', locale, host), request.url)
  const pageHeaders = { accept: 'text/html', host, cookie: headers.get('cookie') ?? '' }
  const page404 = new Request(url, { headers: pageHeaders })
  const context = new RequestContext(page404, createNonce(), routes, client)
  context.visitorLocale = visitorLocale
  const page = await runWithRequestContext(context, () => render(context))
  return new Response(withoutScripts(await page.text()), page)
}

/** Headers that Start sets for its script, and those of a body that gives way to a document. */
const OF_BODY = /^(content-|x-tss-|cache-control$)/

/** Renders the document of a public error, with what the function set by `setResponseHeader`, such as `Retry-After`. */
async function errorDocument(error: Error, request: Request, called: Response): Promise<Response> {
  const document = await errorResponse(error, request)
  for (const [name, value] of called.headers) if (!OF_BODY.test(name)) document.headers.append(name, value)
  return document
}

/**
 * Returns the response to a failed call with the status of its error, since Start responds 200 to most. A form posted
 * without JavaScript gets an error page.
 */
export async function withErrorStatus(response: Response, context: RequestContext, render: Render): Promise<Response> {
  const { request, status, publicError, capturedErrors, handlerReached } = context
  const [captured] = capturedErrors
  if (!handlerReached && captured === undefined && response.status >= 500) {
    return new Response('the payload of this call is malformed\n', {
      status: 400,
      headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
    })
  }
  const isRead =
    request.headers.get('x-tsr-serverfn') !== 'true' && request.headers.get('accept')?.includes('text/html')
  // Only a `notFound()` has a status and no error.
  if (status === 404 && !publicError && isRead) return renderNotFound(context, render)
  if (status === undefined || response.status >= 300) return response
  if (publicError && isRead) return errorDocument(publicError, request, response)
  const headers = new Headers(response.headers)
  headers.set('cache-control', 'no-store')
  if (captured) headers.set('x-digest', captured.digest)
  return new Response(response.body, { status, headers })
}
