import { draftStore, DRAFTS } from '#app/forms/draft-store.server.ts'
import { getReturnTo, type Draft, createDraft, formNameOf, keptFields } from '#app/forms/form-fields.ts'
import { readCookie } from '#app/server/http/read-cookie.ts'
import { refererPath } from '#app/server/http/referer-path.ts'

/** The cookie by which a visitor's draft is found. */
export const DRAFT_COOKIE = 'draft'

/** Asks for a page, whatever was posted. */
export function redirectSeeOther(location: string, cookie?: string): Response {
  const headers = { location, 'cache-control': 'no-store', ...(cookie !== undefined && { 'set-cookie': cookie }) }
  return new Response(null, { status: 303, headers })
}

/** Who a form is from: the visitor by the cookie, if there is one, and the client by its address. */
export type Sender = { visitor: string | undefined; client: string }

/** Answers a form with a page that has a draft to show. */
export function redirectWithDraft(location: string, draft: Draft, { visitor, client }: Sender): Response {
  const attributes = `Path=/; Max-Age=${DRAFTS.keptMs / 1_000}; HttpOnly; SameSite=Lax`
  return redirectSeeOther(location, `${DRAFT_COOKIE}=${draftStore.set(draft, visitor, client)}; ${attributes}`)
}

/** Whether a request is a form that was posted without JavaScript, by somebody who reads the answer. */
export function isNoJsPost({ method, headers }: Request): boolean {
  const type = headers.get('content-type') ?? ''
  return (
    method === 'POST' &&
    headers.get('x-tsr-serverfn') !== 'true' &&
    /^(multipart\/form-data|application\/x-www-form-urlencoded)\b/.test(type) &&
    (headers.get('accept') ?? '').includes('text/html')
  )
}

/** The visitor's id in a request that has not come to its function. */
function visitorOf({ headers }: Request): string | undefined {
  return readCookie(headers.get('cookie'), DRAFT_COOKIE)
}

/**
 * Answers a plain form whose function is gone with its build: back to its page, as it is now, which says so and has what
 * was typed.
 *
 * @param taken the request with its body, or what refuses it; a body that is too large is only not given back
 */
export async function handleStaleForm(request: Request, taken: Request | Response, client: string): Promise<Response> {
  if (taken instanceof Response && taken.status !== 413) return taken
  const data = taken instanceof Request ? await taken.formData().catch(() => new FormData()) : new FormData()
  const { url } = request
  const back = getReturnTo(data, refererPath(request))
  const draft = createDraft(formNameOf(url), back, data, {}, keptFields(url))
  return redirectWithDraft(back, { ...draft, stale: true }, { visitor: visitorOf(request), client })
}
