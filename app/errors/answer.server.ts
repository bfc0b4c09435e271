import { isNotFound } from '@tanstack/react-router'
import { failureDocument } from '#app/errors/document.server.ts'
import { ExpectedError } from '#app/errors/expected-error.ts'
import { leave } from '#app/errors/mask.server.ts'
import { ServerError } from '#app/errors/server-error.ts'
import { currentVisit } from '#app/errors/visit.server.ts'

/** Whether a program asks, which has no use for a document. */
function wantsJson(request: Request): boolean {
  const accept = request.headers.get('accept') ?? ''
  return accept.includes('application/json') && !accept.includes('text/html')
}

/** The visitor's choice, read from the request: this runs where Start's own way to cookies may have ended. */
export function themeOf(request: Request): 'light' | 'dark' | undefined {
  const [, theme] = /(?:^|;\s*)theme=(light|dark)(?:;|$)/.exec(request.headers.get('cookie') ?? '') ?? []
  return theme as 'light' | 'dark' | undefined
}

/**
 * The answer to a request that failed as a whole: a small document of its own, or JSON for programs. Records the
 * failure.
 *
 * @param thrown anything but a response
 */
export async function answerFailure(thrown: unknown, request: Request): Promise<Response> {
  const headers = new Headers({ 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' })
  const left = isNotFound(thrown)
    ? new ExpectedError('NOT_FOUND', 404, 'This page could not be found.')
    : (leave(thrown) as ExpectedError | ServerError)
  const status = left instanceof ExpectedError ? left.status : 500
  if (left instanceof ServerError) headers.set('x-digest', left.digest)
  if (wantsJson(request)) {
    const said =
      left instanceof ExpectedError
        ? { code: left.code, message: left.message, fields: left.fields }
        : { digest: left.digest }
    return Response.json({ error: said }, { status, headers })
  }
  headers.set('content-type', 'text/html; charset=utf-8')
  const { pathname, search } = new URL(request.url)
  const document = await failureDocument(left, {
    address: pathname + search,
    host: request.headers.get('host') ?? undefined,
    theme: themeOf(request),
    nonce: currentVisit()?.nonce ?? '',
  })
  return new Response(document, { status, headers })
}
