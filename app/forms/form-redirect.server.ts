import { draftStore, DRAFTS } from '#app/forms/draft-store.server.ts'
import { getReturnTo, type Draft, createDraft, formNameOf, storedFields } from '#app/forms/form-fields.ts'
import { readCookie } from '#app/server/http/read-cookie.ts'
import { refererPath } from '#app/server/http/referer-path.ts'

/** The cookie that holds a visitor's id in the draft store. */
export const DRAFT_COOKIE = 'draft'

/** Returns a redirect that is followed by GET, whatever was posted. */
export function redirectSeeOther(location: string, cookie?: string): Response {
  const headers = { location, 'cache-control': 'no-store', ...(cookie !== undefined && { 'set-cookie': cookie }) }
  return new Response(null, { status: 303, headers })
}

/** The sender of a form: the visitor's id from the cookie, if there is one, and the client's key. */
export type Sender = { visitor: string | undefined; client: string }

/** Stores a draft and returns a redirect to the page that shows it. */
export function redirectWithDraft(location: string, draft: Draft, { visitor, client }: Sender): Response {
  const attributes = `Path=/; Max-Age=${DRAFTS.lifetimeMs / 1_000}; HttpOnly; SameSite=Lax`
  return redirectSeeOther(location, `${DRAFT_COOKIE}=${draftStore.set(draft, visitor, client)}; ${attributes}`)
}

/** Tells forms that were posted without JavaScript, by a browser that shows the response. */
export function isNoJsPost({ method, headers }: Request): boolean {
  const type = headers.get('content-type') ?? ''
  return (
    method === 'POST' &&
    headers.get('x-tsr-serverfn') !== 'true' &&
    /^(multipart\/form-data|application\/x-www-form-urlencoded)\b/.test(type) &&
    (headers.get('accept') ?? '').includes('text/html')
  )
}

/** Returns the visitor's id. Reads the header, because Start's access to cookies begins with the function. */
function readVisitor({ headers }: Request): string | undefined {
  return readCookie(headers.get('cookie'), DRAFT_COOKIE)
}

/**
 * Responds to a form without JavaScript whose function no longer exists: redirects to its page, which shows a notice and
 * the values that were typed.
 *
 * @param call the request with its body, or the response that refuses it; a body that is too large is not stored
 */
export async function handleStaleForm(request: Request, call: Request | Response, client: string): Promise<Response> {
  if (call instanceof Response && call.status !== 413) return call
  const data = call instanceof Request ? await call.formData().catch(() => new FormData()) : new FormData()
  const { url } = request
  const returnTo = getReturnTo(data, refererPath(request))
  const draft = createDraft(formNameOf(url), returnTo, data, {}, storedFields(url))
  return redirectWithDraft(returnTo, { ...draft, stale: true }, { visitor: readVisitor(request), client })
}
