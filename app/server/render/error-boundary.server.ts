import { errorResponse } from '#app/errors/error-response.server.ts'
import {
  createRequestContext,
  runWithRequestContext,
  canRetryRender,
  type RequestContext,
} from '#app/server/request-context.server.ts'
import { randomBytes } from 'node:crypto'

/** How long an answer waits for its reports to be on the disk, in milliseconds: a database that is away stops no answer. */
const FLUSH_TIMEOUT_MS = 1_000

let cspFor: ((nonce: string) => string) | undefined

/** Says what the Content-Security-Policy of a document is, by its nonce. Once, before the first request. */
export function setCsp(policy: (nonce: string) => string): void {
  cspFor = policy
}

function withCsp(response: Response, { nonce }: RequestContext): Response {
  const isDocument = response.headers.get('content-type')?.startsWith('text/html')
  // A page that was made for another request has its own.
  if (!cspFor || nonce === undefined || !isDocument || response.headers.has('content-security-policy')) return response
  response.headers.set('content-security-policy', cspFor(nonce))
  return response
}

/** Whatever is stored by then; reports that are still on their way are not lost. */
async function flushReports({ capturedErrors }: RequestContext): Promise<void> {
  if (capturedErrors.length === 0) return
  const { promise: late, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, FLUSH_TIMEOUT_MS)
  await Promise.race([late, Promise.all(capturedErrors.map((failure) => failure.stored))])
  clearTimeout(timer)
}

/** A page that could not be rendered is rendered again, each time with one more segment replaced by its error page. */
async function renderWithFallback(visit: RequestContext, answer: () => Promise<Response>): Promise<Response> {
  for (;;) {
    const attempts = visit.renderErrors.length
    const response = await answer()
    if (visit.renderErrors.length === attempts || !canRetryRender(visit)) return response
  }
}

/**
 * Answers the request of a page or a server route. Every failure on the way is recorded before the answer leaves, as far
 * as it happened before that.
 */
export async function handlePage(request: Request, answer: () => Promise<Response>): Promise<Response> {
  const visit = createRequestContext(request, 'page', randomBytes(16).toString('base64'))
  return runWithRequestContext(visit, async () => {
    const response = await renderWithFallback(visit, answer)
    await flushReports(visit)
    return withCsp(response, visit)
  })
}

/**
 * Makes a page for everyone: `request` has nothing of a visitor in it, and its answer no nonce and no policy.
 *
 * @returns whether something failed on the way, which has been recorded; then the page is not for everyone
 */
export async function renderShared(
  request: Request,
  answer: () => Promise<Response>,
): Promise<{ response: Response; failed: boolean }> {
  const visit = createRequestContext(request, 'page', undefined)
  return runWithRequestContext(visit, async () => {
    const response = await renderWithFallback(visit, answer)
    // What fails while the page is streamed counts as well.
    const body = response.body && (await response.arrayBuffer())
    await flushReports(visit)
    const failed = visit.capturedErrors.length > 0 || visit.publicError !== undefined
    return { response: new Response(body, response), failed }
  })
}

/** The answer to a call, with the status that it has earned: Start by itself answers 200 to whatever failed. */
async function withStatus(
  response: Response,
  visit: RequestContext,
  showNotFound: () => Promise<Response>,
): Promise<Response> {
  const {
    request,
    status,
    publicError,
    capturedErrors: [failure],
    handlerReached,
  } = visit
  if (!handlerReached && failure === undefined && response.status >= 500) {
    // It never came to the function: what was sent cannot be read.
    return new Response('the payload of this call is malformed\n', {
      status: 400,
      headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
    })
  }
  // A form that was sent without JavaScript: somebody reads the answer.
  const isRead =
    request.headers.get('x-tsr-serverfn') !== 'true' && request.headers.get('accept')?.includes('text/html')
  // Only a `notFound()` has a status and no error.
  if (status === 404 && !publicError && isRead) return showNotFound()
  if (status === undefined || response.status >= 300) return response
  if (publicError && isRead) return errorResponse(publicError, request)
  const headers = new Headers(response.headers)
  headers.set('cache-control', 'no-store')
  if (failure) headers.set('x-digest', failure.digest)
  return new Response(response.body, { status, headers })
}

/**
 * Answers the call of a server function. A call that failed never answers 200.
 *
 * @param client see `Visit`
 * @param showNotFound makes the not-found page, for a form without JavaScript
 */
export async function handleServerFn(
  request: Request,
  client: string,
  answer: () => Promise<Response>,
  showNotFound: () => Promise<Response>,
): Promise<Response> {
  const visit = createRequestContext(request, 'call', randomBytes(16).toString('base64'), client)
  return runWithRequestContext(visit, async () => {
    const response = await answer()
    await flushReports(visit)
    return withCsp(await withStatus(response, visit, showNotFound), visit)
  })
}
