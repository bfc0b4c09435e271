import { STALE_SERVER_FN_HEADER, StaleServerFnError } from '#app/navigation/loading/stale-server-fn.ts'

/** Finds a server function by its id, or throws. */
export type FindServerFunction = (id: string) => Promise<unknown>

/**
 * The answer to a call of a function that does not exist, `undefined` when it does: an old tab calls what a newer build
 * has renamed. Start by itself answers 500. Any other fault of `find` is left to the call itself.
 */
export async function missingServerFn(pathname: string, find: FindServerFunction): Promise<Response | undefined> {
  const [id = ''] = pathname.replace('/_serverFn/', '').split('/')
  // Start looks ids up in an object, which has these names as well.
  if (id in Object.prototype) return unknownFunction()
  try {
    await find(id)
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('Server function info not found')) return unknownFunction()
  }
  return undefined
}

function unknownFunction(): Response {
  const { message, status } = new StaleServerFnError()
  return new Response(`${message}\n`, {
    status,
    headers: { [STALE_SERVER_FN_HEADER]: 'gone', 'cache-control': 'no-store' },
  })
}

/**
 * Says of an answer to a server function call what caches and tabs need to know: that it depends on `purpose`, because
 * a prefetch may be answered differently, and which build gave it.
 */
export function withServerFnHeaders(response: Response, build: string | undefined): Response {
  // A copy: the headers of a redirect cannot be changed.
  const described = new Response(response.body, response)
  described.headers.append('vary', 'purpose')
  if (build) described.headers.set('x-build', build)
  return described
}

/**
 * The answer to a form that was posted without JavaScript: a redirect goes on by GET, with 303. A 307 or 308, which
 * `redirect()` gives by itself, would have the browser post the form to the page again.
 */
export function postRedirect(request: Request, response: Response): Response {
  if (request.method !== 'POST' || (response.status !== 307 && response.status !== 308)) return response
  return new Response(null, { status: 303, headers: response.headers })
}
