import { localeOf } from '#fairlead/errors/document-context.server.ts'
import { errorResponse, withoutScripts } from '#fairlead/errors/error-document.server.ts'
import { refuse } from '#fairlead/server/http/limit-request.server.ts'
import { refererPath } from '#fairlead/platform/http/referer-path.ts'
import { isScriptCall } from '#fairlead/platform/http/script-call.ts'
import { createNonce, RequestContext, runWithRequestContext } from '#fairlead/platform/request-context.server.ts'
import type { Render } from '#fairlead/server/render/render-page.server.tsx'
import { languages } from '#fairlead/navigation/locale/locale.ts'
import { localizeUrl } from '#fairlead/navigation/locale/locale-url.ts'
import { STALE_SERVER_FN_HEADER, StaleServerFnError } from '#fairlead/navigation/loading/server-function-response.ts'

/**
 * Returns the response to a call of a function that does not exist, for example because a newer build has renamed it;
 * undefined if it exists. Start itself responds 500. Other errors of `find` are left to the call.
 */
export async function missingServerFn(
  pathname: string,
  find: (id: string) => Promise<unknown>,
): Promise<Response | undefined> {
  const [id = ''] = pathname.replace('/_serverFn/', '').split('/')
  // Start looks ids up in an object, which has these keys as well.
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
  return refuse(status, message, { [STALE_SERVER_FN_HEADER]: 'gone' })
}

/**
 * Adds the build id and `Vary: purpose` to the response to a call, because a prefetch may get another response. For a
 * form that was posted without JavaScript, a redirect becomes 303, so that the browser continues with GET: after the
 * 307 of `redirect()` it would post the form again.
 */
export function completeCall({ method }: Request, response: Response, build: string | undefined): Response {
  const isPosted = method === 'POST' && (response.status === 307 || response.status === 308)
  // A copy, because the headers of a redirect cannot be changed.
  const { headers } = response
  const copy = isPosted ? new Response(null, { status: 303, headers }) : new Response(response.body, response)
  copy.headers.append('vary', 'purpose')
  if (build) copy.headers.set('x-build', build)
  return copy
}

/**
 * Renders the not-found page in the language of the page whose form was posted. It has no scripts: they would take the
 * function's URL for the page's.
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

/** Headers that Start sets for its script, and headers of a body that a document replaces. */
const OF_BODY = /^(content-|x-tss-|cache-control$)/

/**
 * Sets the status of a failed call, to most of which Start responds 200. A form without JavaScript gets an error page.
 */
export async function withErrorStatus(response: Response, context: RequestContext, render: Render): Promise<Response> {
  const { request, status, publicError, capturedErrors, handlerReached } = context
  const [captured] = capturedErrors
  if (!handlerReached && captured === undefined && response.status >= 500) {
    return refuse(400, 'the payload of this call is malformed')
  }
  const isRead = !isScriptCall(request.headers) && request.headers.get('accept')?.includes('text/html')
  // Only a `notFound()` has a status but no error.
  if (status === 404 && !publicError && isRead) return renderNotFound(context, render)
  if (status === undefined || response.status >= 300) return response
  if (publicError && isRead) {
    const document = await errorResponse(publicError, request)
    // The function may have set headers by `setResponseHeader`, such as `Retry-After`.
    for (const [name, value] of response.headers) if (!OF_BODY.test(name)) document.headers.append(name, value)
    return document
  }
  const headers = new Headers(response.headers)
  headers.set('cache-control', 'no-store')
  if (captured) headers.set('x-digest', captured.digest)
  return new Response(response.body, { status, headers })
}
