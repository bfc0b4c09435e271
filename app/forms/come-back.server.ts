import { drafts, DRAFTS } from '#app/forms/drafts.server.ts'
import { backFrom, type Draft, draftOf } from '#app/forms/fields.ts'

/** The cookie by which a visitor's draft is found. */
export const DRAFT_COOKIE = 'draft'

/** Asks for a page, whatever was posted. */
export function seeOther(location: string, cookie?: string): Response {
  const headers = { location, 'cache-control': 'no-store', ...(cookie !== undefined && { 'set-cookie': cookie }) }
  return new Response(null, { status: 303, headers })
}

/** Answers a form with a page that has a draft to show. */
export function comeBack(location: string, draft: Draft): Response {
  const attributes = `Path=/; Max-Age=${DRAFTS.keptMs / 1_000}; HttpOnly; SameSite=Lax`
  return seeOther(location, `${DRAFT_COOKIE}=${drafts.keep(draft)}; ${attributes}`)
}

/** Whether a request is a form that was posted without JavaScript, by somebody who reads the answer. */
export function isPlainForm({ method, headers }: Request): boolean {
  const type = headers.get('content-type') ?? ''
  return (
    method === 'POST' &&
    headers.get('x-tsr-serverfn') !== 'true' &&
    /^(multipart\/form-data|application\/x-www-form-urlencoded)\b/.test(type) &&
    (headers.get('accept') ?? '').includes('text/html')
  )
}

/** Path and query of the page that a request comes from, if it names one. It was admitted, so the page is of this site. */
function pageOf(request: Request): string | undefined {
  const referer = request.headers.get('referer') ?? ''
  if (!URL.canParse(referer)) return undefined
  const { pathname, search } = new URL(referer)
  return pathname + search
}

/**
 * Answers a plain form whose function is gone with its build: back to its page, as it is now, which says so and has what
 * was typed.
 *
 * @param taken the request with its body, or what refuses it; a body that is too large is only not given back
 */
export async function answerGoneForm(request: Request, taken: Request | Response): Promise<Response> {
  if (taken instanceof Response && taken.status !== 413) return taken
  const data = taken instanceof Request ? await taken.formData().catch(() => new FormData()) : new FormData()
  const name = new URL(request.url).searchParams.get('form') ?? ''
  return comeBack(backFrom(data, pageOf(request)), { ...draftOf(name, data, {}), gone: true })
}
