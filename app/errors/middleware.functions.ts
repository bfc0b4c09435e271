import { createMiddleware } from '@tanstack/react-start'
import { isNotFound, isRedirect } from '@tanstack/react-router'
import { answerFailure } from '#app/errors/answer.server.ts'
import { guardBytes } from '#app/errors/later.server.ts'
import { leave } from '#app/errors/mask.server.ts'
import { currentVisit, mayRenderAgain } from '#app/errors/visit.server.ts'

/** Whether what a server function threw is an answer by itself: a redirect, or a response that its author made. */
function isAnswer(thrown: unknown): boolean {
  return isRedirect(thrown) || thrown instanceof Response
}

/** Around every server function: what it throws is recorded and masked, whether a browser or a loader called it. */
export const maskCalls = createMiddleware({ type: 'function' }).server(async ({ next }) => {
  const visit = currentVisit()
  if (visit) visit.reached = true
  try {
    const answer = await next()
    const { result } = answer as { result?: unknown }
    return { ...answer, result: guardBytes(result) }
  } catch (thrown) {
    if (isAnswer(thrown)) throw thrown
    if (visit?.kind === 'call' && isNotFound(thrown)) visit.status = 404
    // Called while a page is made, it is the page that answers for it.
    throw leave(thrown)
  }
})

/** Around every request: what nothing else caught, of server routes and of rendering, is answered here. */
export const answerFailures = createMiddleware().server(async ({ next, request }) => {
  try {
    return await next()
  } catch (thrown) {
    if (thrown instanceof Response || request.signal.aborted) throw thrown
    const visit = currentVisit()
    const rendering = visit !== undefined && visit.unrendered.at(-1) === thrown && visit.unrendered.length > 0
    // `answerVisit` sees it and starts over.
    if (rendering && mayRenderAgain(visit)) return new Response(null, { status: 500 })
    return answerFailure(rendering ? visit.unrendered[0] : thrown, request)
  }
})
