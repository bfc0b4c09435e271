import { StartServer } from '@tanstack/react-start/server'
import {
  createSsrStreamResponse,
  defineHandlerCallback,
  getSsrStatus,
  transformHtmlStringWithRouter,
  transformReadableStreamWithRouter,
  waitForRequest,
} from '@tanstack/react-router/ssr/server'
import { isbot } from 'isbot'
import type { ErrorInfo } from 'react'
import { renderToReadableStream, renderToString } from 'react-dom/server'
import { type AnyRedirect, type AnyRouter, isRedirect } from '@tanstack/react-router'
import { NON_FAILURE_DIGEST } from '#fairlead/errors/digest.ts'
import { withBasePath } from '#fairlead/platform/base-path.ts'
import { escapeHtml } from '#fairlead/platform/http/escape-html.ts'
import { StringResponse } from '#fairlead/server/http/string-response.server.ts'
import { classifyThrown, toPublicError } from '#fairlead/errors/mask-errors.server.ts'
import { captureError } from '#fairlead/errors/capture-error.server.ts'
import { SlotBoundary } from '#fairlead/navigation/slots/slot.tsx'
import { leafRouteId } from '#fairlead/server/render/dehydrate-queries.ts'
import { renderHistory } from '#fairlead/server/render/render-history.server.ts'
import { finishResponse, isDocument, isForAll } from '#fairlead/server/finish-response.server.ts'
import { canRetryRender, getRequestContext, type RequestContext } from '#fairlead/platform/request-context.server.ts'
import { withSpan } from '#fairlead/platform/spans.server.ts'
import { traceHeader } from '#fairlead/error-reports/build-event.server.ts'
import { readAsShell } from '#fairlead/platform/shell-cookie.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** True if a page is complete within this turn of the event loop, without suspending. */
function isWholeAtOnce(allReady: Promise<void>): Promise<boolean> {
  const turn = new Promise<boolean>((resolve) => setImmediate(resolve, false))
  return Promise.race([turn, allReady.then(() => true)]).catch(() => false)
}

/** Sets the headers of the errors so far. Later errors cannot change the headers. */
function setErrorHeaders(headers: Headers): void {
  const [failure] = getRequestContext()?.capturedErrors ?? []
  if (failure) headers.set('x-digest', failure.digest)
  if (getRequestContext()?.status !== undefined) headers.set('cache-control', 'private, no-store')
}

/** Appends a redirect to a document whose headers are sent, for pages without JavaScript. */
function endWithRedirect(
  page: ReadableStream<Bytes>,
  router: AnyRouter,
  thrown: () => AnyRedirect | undefined,
): ReadableStream<Bytes> {
  const end = new TransformStream<Bytes, Bytes>({
    flush(controller) {
      const redirect = thrown()
      const location = redirect && router.resolveRedirect(redirect).headers.get('location')
      if (!location) return
      const url = escapeHtml(withBasePath(location))
      const refresh = `<noscript><meta http-equiv="refresh" content="0;url=${url}"></noscript>`
      controller.enqueue(new TextEncoder().encode(refresh))
    },
  })
  return page.pipeThrough(end)
}

/**
 * The end of the mark that React leaves in a string for a boundary that suspended or failed, `<!--$!-->`. From its rarest
 * character on V8 finds it ten times as fast.
 */
export const UNFINISHED_BOUNDARY = '$!-->'

/**
 * Renders a page to a string. Returns `undefined` for a page that has to be streamed, because it suspends or because
 * its error has to be captured.
 */
function renderAtOnce(router: AnyRouter): string | undefined {
  try {
    const html = renderToString(<StartServer router={router} />)
    return html.includes(UNFINISHED_BOUNDARY) ? undefined : html
  } catch {
    return undefined
  }
}

/**
 * Renders a page like Start's default handler, and captures its errors: the digest that React writes into the document
 * is the one in the log. Bots get the document when it is complete, so its status is always right.
 *
 * @throws the first error before the first byte; the render middleware then renders the page again without that segment
 */
const renderDocument = defineHandlerCallback(async ({ request, router, responseHeaders }) => {
  const { signal } = request
  const context = getRequestContext()
  const routeId = leafRouteId(router)
  if (context?.rendering === 'string') {
    const html = renderAtOnce(router)
    if (html === undefined) {
      renderHistory.recordSuspended(routeId)
      context.rendering = 'unfinished'
      router.serverSsr?.cleanup()
      return new Response(null, { status: 500 })
    }
    renderHistory.recordWhole(routeId)
    setErrorHeaders(responseHeaders)
    context.isRendered = true
    const page = await transformHtmlStringWithRouter(router, html, { signal })
    return new StringResponse(page, { status: context.status ?? getSsrStatus(router), headers: responseHeaders })
  }
  let cancelled = false
  const errorsBeforeHeaders: unknown[] = []
  let sent = false
  let redirect: AnyRedirect | undefined
  const onError = (thrown: unknown, { componentStack }: ErrorInfo): string | undefined => {
    if (cancelled || signal.aborted) return undefined
    const found = classifyThrown(thrown)
    // A slot that fails leaves the page standing: the browser tries the slot again, and shows its error.
    const isOfSlot = found.type !== 'signal' && componentStack?.includes(SlotBoundary.name) === true
    if (!sent && !isOfSlot) errorsBeforeHeaders.push(thrown)
    if (found.type === 'masked') return found.error.digest
    if (isRedirect(thrown)) {
      redirect ??= thrown
      return NON_FAILURE_DIGEST.redirect
    }
    if (found.type !== 'failure') return NON_FAILURE_DIGEST[found.type === 'expected' ? 'expected' : 'notFound']
    const matches: { routeId: string }[] = router.stores.matches.get()
    return captureError(thrown, matches.at(-1)?.routeId).digest
  }
  try {
    signal.throwIfAborted()
    const rendered = await renderToReadableStream(<StartServer router={router} />, {
      signal,
      ...(router.options.ssr?.nonce !== undefined && { nonce: router.options.ssr.nonce }),
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError,
    })
    const aborted = new AbortController()
    const stream = transformReadableStreamWithRouter(router, rendered, {
      rendererSafePoint: 'script-close',
      signal,
      onAbort: (reason) => {
        cancelled = true
        aborted.abort(reason)
      },
    }) as ReadableStream<Bytes>
    // A response for caches is sent when it is complete: until then it may turn out to be for one visitor.
    const isAwaited = isForAll(responseHeaders) || readAsShell(() => isbot(request.headers.get('user-agent')))
    // A page for all visitors is complete anyway.
    if (context?.nonce !== undefined && isAwaited) await waitForRequest(rendered.allReady, aborted.signal)
    const isWhole = errorsBeforeHeaders.length === 0 && (await isWholeAtOnce(rendered.allReady))
    sent = true
    if (errorsBeforeHeaders.length > 0) {
      cancelled = true
      void stream.cancel(errorsBeforeHeaders[0]).catch(() => {})
      throw errorsBeforeHeaders[0]
    }
    setErrorHeaders(responseHeaders)
    if (context) context.isRendered = true
    const status = context?.status ?? getSsrStatus(router)
    if (isWhole && !redirect) renderHistory.recordWhole(routeId)
    else renderHistory.recordSuspended(routeId)
    const body = endWithRedirect(stream, router, () => redirect)
    return createSsrStreamResponse(router, new Response(body, { status, headers: responseHeaders }))
  } catch (cause) {
    router.serverSsr?.cleanup()
    // Redirects are sent unchanged, other responses masked.
    const thrown: unknown = cause instanceof Response && !isRedirect(cause) ? toPublicError(cause) : cause
    if (context && !signal.aborted && !isRedirect(thrown)) {
      context.renderErrors.push(thrown)
      context.matchCount = router.stores.matches.get().length
    }
    throw thrown
  }
})

export const renderPage = defineHandlerCallback((page) => withSpan('render', () => renderDocument(page)))

export type StartHandler = (request: Request) => Response | Promise<Response>

/** Renders the page of a context, which must be the current one. */
export type Render = (context: RequestContext) => Promise<Response>

/** Start looks for HTML by this pattern and responds 406 without it; RFC 9110 allows to send the page anyway. */
const ACCEPTS_HTML = /(^|,)\s*(\*\/\*|text\/html)/

/**
 * Responds with a page or a server route. A page is rendered again, once for each segment that throws, with the error
 * page instead of the segment. A page that suspended, or failed, as a string is rendered again as a stream. Errors that
 * are thrown before the response are captured before it is sent. A document for one visitor continues the trace of its
 * request.
 */
export function createRender(handle: StartHandler): Render {
  return async (context) => {
    const { request, renderErrors } = context
    const accept = request.headers.get('accept')
    if (accept && !ACCEPTS_HTML.test(accept)) request.headers.set('accept', `${accept}, */*;q=0.1`)
    let rendered: Response
    for (;;) {
      const errors = renderErrors.length
      rendered = await handle(request)
      if (context.rendering === 'unfinished') context.rendering = 'stream'
      else if (renderErrors.length === errors || !canRetryRender(context)) break
      context.attempt += 1
    }
    const response = await finishResponse(rendered, context)
    if (context.nonce !== undefined && isDocument(response)) response.headers.append(...traceHeader(request))
    return response
  }
}
