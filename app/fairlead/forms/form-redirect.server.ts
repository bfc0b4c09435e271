import { draftStore, DRAFTS } from '#fairlead/forms/draft-store.server.ts'
import {
  createDraft,
  type Draft,
  DRAFT_COOKIE,
  formNameOf,
  getReturnTo,
  storedFields,
} from '#fairlead/forms/form-fields.ts'
import { cookiePath } from '#fairlead/platform/base-path.ts'
import { encodeUnsafe } from '#fairlead/navigation/routing-table/match/url.ts'
import { readEnv, isHttps } from '#fairlead/platform/env.server.ts'
import { readCookie } from '#fairlead/platform/http/read-cookie.ts'
import { refererPath } from '#fairlead/platform/http/referer-path.ts'
import { isScriptCall } from '#fairlead/platform/http/script-call.ts'

/** Returns a redirect that is followed by GET, whatever was posted. */
export function redirectSeeOther(location: string, cookie?: string): Response {
  const headers = {
    location: encodeUnsafe(location),
    'cache-control': 'no-store',
    ...(cookie !== undefined && { 'set-cookie': cookie }),
  }
  return new Response(null, { status: 303, headers })
}

/** The sender of a form: the visitor's id from the cookie, if there is one, and the client's key. */
export type Sender = { visitor: string | undefined; client: string }

export async function redirectWithDraft(
  location: string,
  draft: Draft,
  { visitor, client }: Sender,
): Promise<Response> {
  const id = await draftStore.set(draft, visitor, client)
  const secure = isHttps(readEnv()) ? '; Secure' : ''
  const attributes = `Path=${cookiePath}; Max-Age=${DRAFTS.lifetimeMs / 1_000}; HttpOnly; SameSite=Lax${secure}`
  return redirectSeeOther(location, `${DRAFT_COOKIE}=${id}; ${attributes}`)
}

/** True for a form posted without JavaScript, by a browser that shows the response. */
export function isNoJsPost({ method, headers }: Request): boolean {
  const type = headers.get('content-type') ?? ''
  return (
    method === 'POST' &&
    !isScriptCall(headers) &&
    /^(multipart\/form-data|application\/x-www-form-urlencoded)\b/.test(type) &&
    (headers.get('accept') ?? '').includes('text/html')
  )
}

type Unhandled = Pick<Draft, 'messages'> | { stale: true } | { tooLarge: true }

/** Redirects a form that no function handled to its page, which shows the reason and the typed values. */
export function redirectUnhandled(request: Request, data: FormData, why: Unhandled, client: string): Promise<Response> {
  const { url } = request
  const returnTo = getReturnTo(data, refererPath(request))
  const draft = createDraft(formNameOf(url), returnTo, data, {}, storedFields(url))
  // Start gives access to cookies only inside a server function.
  const visitor = readCookie(request.headers.get('cookie'), DRAFT_COOKIE)
  return redirectWithDraft(returnTo, { ...draft, ...why }, { visitor, client })
}
