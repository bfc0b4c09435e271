import { createIsomorphicFn, createMiddleware, createServerFn } from '@tanstack/react-start'
import { getRequest } from '@tanstack/react-start/server'
import { deskOf, strangersAnswer } from '#app/monitoring/reports/desk.server.ts'
import type { Desk } from '#app/monitoring/reports/session.ts'

/** Every server function of the desk passes through here: strangers get 401 and learn nothing. */
export const operatorOnly = createMiddleware({ type: 'function' }).server(async ({ next }) => {
  const desk = await deskOf(getRequest().headers)
  if (desk.type === 'in') return next({ context: { session: desk } })
  // oxlint-disable-next-line typescript/only-throw-error -- the way in which a server function answers with a status
  throw strangersAnswer(desk)
})

/** The operator's own session. */
export const readSession = createServerFn({ method: 'GET' })
  .middleware([operatorOnly])
  .handler(({ context }) => context.session)

async function askServer(): Promise<Desk> {
  try {
    return await readSession()
  } catch (error) {
    if (!(error instanceof Response) || error.status !== 401) throw error
    return (await error.json()) as Desk
  }
}

/** How the desk stands to the visitor: from the request that is being answered, or by asking the server. */
export const readDesk = createIsomorphicFn()
  .server(() => deskOf(getRequest().headers))
  .client(askServer)
