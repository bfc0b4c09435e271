import { answerFailure } from '#app/errors/answer.server.ts'
import { createVisit, duringVisit, mayRenderAgain, type Visit } from '#app/errors/visit.server.ts'
import { randomText } from '#app/random.server.ts'

/** How long an answer waits for its reports to be on the disk, in milliseconds: a database that is away stops no answer. */
const STORING_MS = 1_000

let policyOf: ((nonce: string) => string) | undefined

/** Says what the Content-Security-Policy of a document is, by its nonce. Once, before the first request. */
export function protectDocumentsBy(policy: (nonce: string) => string): void {
  policyOf = policy
}

function withPolicy(response: Response, { nonce }: Visit): Response {
  if (!policyOf || nonce === undefined || !response.headers.get('content-type')?.startsWith('text/html'))
    return response
  response.headers.set('content-security-policy', policyOf(nonce))
  return response
}

/** Whatever is stored by then; reports that are still on their way are not lost. */
async function stored({ failures }: Visit): Promise<void> {
  if (failures.length === 0) return
  const { promise: late, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, STORING_MS)
  await Promise.race([late, Promise.all(failures.map((failure) => failure.stored))])
  clearTimeout(timer)
}

/** A page that could not be rendered is rendered again, each time with one more segment replaced by its error page. */
async function answerUntilRendered(visit: Visit, answer: () => Promise<Response>): Promise<Response> {
  for (;;) {
    const attempts = visit.unrendered.length
    const response = await answer()
    if (visit.unrendered.length === attempts || !mayRenderAgain(visit)) return response
  }
}

/**
 * Answers the request of a page or a server route. Every failure on the way is recorded before the answer leaves, as far
 * as it happened before that.
 */
export async function answerVisit(request: Request, answer: () => Promise<Response>): Promise<Response> {
  const visit = createVisit(request, 'page', randomText(16, 'base64'))
  return duringVisit(visit, async () => {
    const response = await answerUntilRendered(visit, answer)
    await stored(visit)
    return withPolicy(response, visit)
  })
}

/**
 * Makes a page for everyone: `request` has nothing of a visitor in it, and its answer no nonce and no policy.
 *
 * @returns whether something failed on the way, which has been recorded; then the page is not for everyone
 */
export async function renderForEveryone(
  request: Request,
  answer: () => Promise<Response>,
): Promise<{ response: Response; failed: boolean }> {
  const visit = createVisit(request, 'page', undefined)
  return duringVisit(visit, async () => {
    const response = await answerUntilRendered(visit, answer)
    // What fails while the page is streamed counts as well.
    const body = response.body && (await response.arrayBuffer())
    await stored(visit)
    const failed = visit.failures.length > 0 || visit.left !== undefined
    return { response: new Response(body, response), failed }
  })
}

/** The answer to a call, with the status that it has earned: Start by itself answers 200 to whatever failed. */
async function withStatus(response: Response, visit: Visit): Promise<Response> {
  const {
    request,
    status,
    left,
    failures: [failure],
    reached,
  } = visit
  if (!reached && failure === undefined && response.status >= 500) {
    // It never came to the function: what was sent cannot be read.
    return new Response('the payload of this call is malformed\n', {
      status: 400,
      headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
    })
  }
  if (status === undefined || response.status >= 300) return response
  // A form that was sent without JavaScript: somebody reads the answer.
  const isRead =
    request.headers.get('x-tsr-serverfn') !== 'true' && request.headers.get('accept')?.includes('text/html')
  if (left && isRead) return answerFailure(left, request)
  const headers = new Headers(response.headers)
  headers.set('cache-control', 'no-store')
  if (failure) headers.set('x-digest', failure.digest)
  return new Response(response.body, { status, headers })
}

/** Answers the call of a server function. A call that failed never answers 200. */
export async function answerServerFunction(
  request: Request,
  client: string,
  answer: () => Promise<Response>,
): Promise<Response> {
  const visit = createVisit(request, 'call', randomText(16, 'base64'), client)
  return duringVisit(visit, async () => {
    const response = await answer()
    await stored(visit)
    return withPolicy(await withStatus(response, visit), visit)
  })
}
