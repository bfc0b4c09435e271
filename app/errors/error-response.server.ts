import { isNotFound } from '@tanstack/react-router'
import { renderErrorDocument } from '#app/errors/error-document.server.ts'
import { documentContext, pageOf } from '#app/errors/document-context.server.ts'
import { PublicError } from '#app/errors/public-error.ts'
import { toPublicError } from '#app/errors/to-public-error.server.ts'
import { ServerError } from '#app/errors/server-error.ts'

/** Tells requests of programs, which cannot use a document. */
function wantsJson(request: Request): boolean {
  const accept = request.headers.get('accept') ?? ''
  return accept.includes('application/json') && !accept.includes('text/html')
}

/**
 * Returns the response to a request that failed as a whole: a document of its own, or JSON for programs. Records the
 * failure. A form that was posted without JavaScript gets a link back to its page.
 *
 * @param thrown anything but a response
 */
export async function errorResponse(thrown: unknown, request: Request): Promise<Response> {
  const headers = new Headers({ 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' })
  const error = isNotFound(thrown)
    ? new PublicError('NOT_FOUND', 404, 'This page could not be found.')
    : (toPublicError(thrown) as PublicError | ServerError)
  const status = error instanceof PublicError ? error.status : 500
  if (error instanceof ServerError) headers.set('x-digest', error.digest)
  if (wantsJson(request)) {
    const content =
      error instanceof PublicError
        ? { code: error.code, message: error.message, fields: error.fields }
        : { digest: error.digest }
    return Response.json({ error: content }, { status, headers })
  }
  headers.set('content-type', 'text/html; charset=utf-8')
  const document = await renderErrorDocument(error, documentContext(request, pageOf(request)))
  return new Response(document, { status, headers })
}
