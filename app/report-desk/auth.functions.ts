import { createIsomorphicFn, createMiddleware, createServerFn } from '@tanstack/react-start'
import { getRequest } from '@tanstack/react-start/server'
import { getAuthState, unauthorized } from '#app/report-desk/auth.server.ts'
import { toStoreError } from '#app/report-desk/require-monitoring.server.ts'
import type { AuthState } from '#app/report-desk/auth-state.ts'

/**
 * Every server function of the desk passes through here: strangers get 401 and learn nothing, and operators are told what
 * is wrong with the store.
 */
export const requireOperator = createMiddleware({ type: 'function' }).server(async ({ next }) => {
  const desk = await getAuthState(getRequest().headers)
  if (desk.type === 'in') {
    try {
      return await next({ context: { session: desk } })
    } catch (error) {
      throw toStoreError(error)
    }
  }
  // oxlint-disable-next-line typescript/only-throw-error -- the way in which a server function answers with a status
  throw unauthorized(desk)
})

/** The operator's own session. */
export const readSession = createServerFn({ method: 'GET' })
  .middleware([requireOperator])
  .handler(({ context }) => context.session)

async function askServer(): Promise<AuthState> {
  try {
    return await readSession()
  } catch (error) {
    if (!(error instanceof Response) || error.status !== 401) throw error
    return (await error.json()) as AuthState
  }
}

/** How the desk stands to the visitor: from the request that is being answered, or by asking the server. */
export const fetchAuthState = createIsomorphicFn()
  .server(() => getAuthState(getRequest().headers))
  .client(askServer)
