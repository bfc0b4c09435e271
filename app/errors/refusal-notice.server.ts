import { documentContext } from '#app/errors/document-context.server.ts'
import { renderRefusal, type RefusalKey } from '#app/errors/error-document.server.ts'

const NOTICES: ReadonlyMap<number, RefusalKey> = new Map([
  [403, 'forbidden'],
  [408, 'tooSlow'],
  [413, 'tooLarge'],
  [429, 'tooMany'],
])

/**
 * Returns the document that tells a visitor without JavaScript why a form was refused, with a link back to its page.
 * Status and headers stay; a response with another status is returned as it is.
 *
 * @param page path and query of the form's page, if it is known and of this site
 */
export async function refusalNotice(request: Request, refusal: Response, page: string | undefined): Promise<Response> {
  const notice = NOTICES.get(refusal.status)
  if (!notice) return refusal
  const headers = new Headers(refusal.headers)
  headers.set('content-type', 'text/html; charset=utf-8')
  const document = await renderRefusal(notice, documentContext(request, page), page)
  return new Response(document, { status: refusal.status, headers })
}
