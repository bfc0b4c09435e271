import { createMiddleware } from '@tanstack/react-start'
import { isNotFound, isRedirect } from '@tanstack/react-router'
import { errorResponse } from '#app/errors/error-response.server.ts'
import { maskRawStreams } from '#app/errors/mask-deferred.server.ts'
import { toPublicError } from '#app/errors/to-public-error.server.ts'
import { getRequestContext, canRetryRender } from '#app/server/request-context.server.ts'

/** Whether what a server function threw is an answer by itself: a redirect, or a response that its author made. */
function isResponse(thrown: unknown): boolean {
  return isRedirect(thrown) || thrown instanceof Response
}

/** Around every server function: what it throws is recorded and masked, whether a browser or a loader called it. */
export const maskServerFnErrors = createMiddleware({ type: 'function' }).server(async ({ next }) => {
  const visit = getRequestContext()
  if (visit) visit.handlerReached = true
  try {
    const answer = await next()
    const { result } = answer as { result?: unknown }
    return { ...answer, result: maskRawStreams(result) }
  } catch (thrown) {
    if (isResponse(thrown)) throw thrown
    if (visit?.kind === 'call' && isNotFound(thrown)) visit.status = 404
    // Called while a page is made, it is the page that answers for it.
    throw toPublicError(thrown)
  }
})

/** Around every request: what nothing else caught, of server routes and of rendering, is answered here. */
export const handleRequestErrors = createMiddleware().server(async ({ next, request }) => {
  try {
    return await next()
  } catch (thrown) {
    if (thrown instanceof Response || request.signal.aborted) throw thrown
    const visit = getRequestContext()
    const rendering = visit !== undefined && visit.renderErrors.at(-1) === thrown && visit.renderErrors.length > 0
    // `handlePage` sees it and starts over.
    if (rendering && canRetryRender(visit)) return new Response(null, { status: 500 })
    return errorResponse(rendering ? visit.renderErrors[0] : thrown, request)
  }
})
