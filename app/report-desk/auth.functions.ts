import { createIsomorphicFn, createMiddleware, createServerFn } from '@tanstack/react-start'
import { getRequest } from '@tanstack/react-start/server'
import { getAuthState, unauthorized } from '#app/report-desk/auth.server.ts'
import { toStoreError } from '#app/report-desk/require-monitoring.server.ts'
import type { AuthState } from '#app/report-desk/auth-state.ts'

/** Middleware of every server function of the desk: 401 without a session, and store errors that name their cause. */
export const requireOperator = createMiddleware({ type: 'function' }).server(async ({ next }) => {
  const auth = await getAuthState(getRequest().headers)
  if (auth.type === 'signed-in') {
    try {
      return await next({ context: { session: auth } })
    } catch (error) {
      throw toStoreError(error)
    }
  }
  // oxlint-disable-next-line typescript/only-throw-error -- a server function sets its status by throwing a response
  throw unauthorized(auth)
})

/** Reads the operator's own session. */
export const readSession = createServerFn({ method: 'GET' })
  .middleware([requireOperator])
  .handler(({ context }) => context.session)

async function requestAuthState(): Promise<AuthState> {
  try {
    return await readSession()
  } catch (error) {
    if (!(error instanceof Response) || error.status !== 401) throw error
    return (await error.json()) as AuthState
  }
}

/** Returns the visitor's access to the desk: on the server from the current request, in the browser by a request. */
export const fetchAuthState = createIsomorphicFn()
  .server(() => getAuthState(getRequest().headers))
  .client(requestAuthState)
