import { isNotFound } from '@tanstack/react-router'
import { renderErrorDocument } from '#app/errors/error-document.server.ts'
import { PublicError } from '#app/errors/public-error.ts'
import { toPublicError } from '#app/errors/to-public-error.server.ts'
import { ServerError } from '#app/errors/server-error.ts'
import { readCookie } from '#app/server/http/read-cookie.ts'
import { getRequestContext } from '#app/server/request-context.server.ts'

/** Whether a program asks, which has no use for a document. */
function wantsJson(request: Request): boolean {
  const accept = request.headers.get('accept') ?? ''
  return accept.includes('application/json') && !accept.includes('text/html')
}

/** The visitor's choice, read from the request: this runs where Start's own way to cookies may have ended. */
export function getTheme(request: Request): 'light' | 'dark' | undefined {
  const theme = readCookie(request.headers.get('cookie'), 'theme')
  return theme === 'light' || theme === 'dark' ? theme : undefined
}

/**
 * The answer to a request that failed as a whole: a small document of its own, or JSON for programs. Records the
 * failure.
 *
 * @param thrown anything but a response
 */
export async function errorResponse(thrown: unknown, request: Request): Promise<Response> {
  const headers = new Headers({ 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' })
  const left = isNotFound(thrown)
    ? new PublicError('NOT_FOUND', 404, 'This page could not be found.')
    : (toPublicError(thrown) as PublicError | ServerError)
  const status = left instanceof PublicError ? left.status : 500
  if (left instanceof ServerError) headers.set('x-digest', left.digest)
  if (wantsJson(request)) {
    const said =
      left instanceof PublicError
        ? { code: left.code, message: left.message, fields: left.fields }
        : { digest: left.digest }
    return Response.json({ error: said }, { status, headers })
  }
  headers.set('content-type', 'text/html; charset=utf-8')
  const { pathname, search } = new URL(request.url)
  const document = await renderErrorDocument(left, {
    address: pathname + search,
    host: request.headers.get('host') ?? undefined,
    theme: getTheme(request),
    nonce: getRequestContext()?.nonce ?? '',
  })
  return new Response(document, { status, headers })
}
