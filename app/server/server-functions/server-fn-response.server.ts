import { STALE_SERVER_FN_HEADER, StaleServerFnError } from '#app/navigation/loading/stale-server-fn.ts'

/** Finds a server function by its id, or throws. */
export type FindServerFunction = (id: string) => Promise<unknown>

/**
 * Returns the response to a call of a function that does not exist, such as one that a newer build has renamed; undefined
 * if it exists. Start itself responds 500. Other errors of `find` are left to the call.
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
 * Adds headers for caches and tabs to the response to a call: `Vary: purpose`, because a prefetch may get another
 * response, and the build id.
 */
export function withServerFnHeaders(response: Response, build: string | undefined): Response {
  // A copy: the headers of a redirect cannot be changed.
  const copy = new Response(response.body, response)
  copy.headers.append('vary', 'purpose')
  if (build) copy.headers.set('x-build', build)
  return copy
}

/**
 * Changes the redirect of a form that was posted without JavaScript to 303, so that the browser continues with GET. With
 * the 307 of `redirect()` it would post the form to the page again.
 */
export function postRedirect(request: Request, response: Response): Response {
  if (request.method !== 'POST' || (response.status !== 307 && response.status !== 308)) return response
  return new Response(null, { status: 303, headers: response.headers })
}
