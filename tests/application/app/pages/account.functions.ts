import { queryOptions } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { createServerFn } from '@tanstack/react-start'
import * as v from 'valibot'
import { currentSession, endSession, endSessionsOf, startSession } from '#fairlead/sessions/current-session.server.ts'
import { safeNext } from '#fairlead/sessions/safe-next.ts'
import { requirePermission } from '#fairlead/sessions/session.ts'
import { sessionMiddleware } from '#fairlead/sessions/session.functions.ts'

declare module '#fairlead/sessions/session.ts' {
  interface SessionData {
    signedInAs?: string
  }
}

let reads = 0

/** Reads the orders of the person who is signed in, with a number that is new at each read. */
export const fetchOrders = createServerFn({ method: 'GET' })
  .middleware([sessionMiddleware])
  .handler(({ context: { session } }) => ({ of: session.subject, as: session.data.signedInAs, read: (reads += 1) }))

export const ordersQuery = (page: string) =>
  queryOptions({ queryKey: ['orders', page], queryFn: ({ signal }) => fetchOrders({ signal }) })

/** Reads what only people with a permission may know. */
export const fetchAudit = createServerFn({ method: 'GET' })
  .middleware([sessionMiddleware])
  .handler(({ context: { session } }) => {
    requirePermission(session, 'orders.audit')
    return `audited by ${session.subject}`
  })

export const auditQuery = queryOptions({ queryKey: ['audit'], queryFn: ({ signal }) => fetchAudit({ signal }) })

/** Saves something for the person who is signed in. */
export const saveOrder = createServerFn({ method: 'POST' })
  .middleware([sessionMiddleware])
  .validator(v.object({ item: v.string() }))
  .handler(({ data, context: { session } }) => `${session.subject}: ${data.item}`)

const fields = v.object({ name: v.pipe(v.string(), v.minLength(1)), next: v.optional(v.string()) })

/** Signs anybody in, by a form with or without JavaScript. */
export const signIn = createServerFn({ method: 'POST' })
  .validator((data: unknown) => v.parse(fields, data instanceof FormData ? Object.fromEntries(data) : data))
  .handler(async ({ data: { name, next } }) => {
    await startSession(name, { signedInAs: name.toUpperCase() })
    throw redirect({ href: safeNext(next, '/account'), statusCode: 303 })
  })

/** Signs out: here, or everywhere. */
export const signOut = createServerFn({ method: 'POST' })
  .validator((data: unknown) => (data instanceof FormData ? Object.fromEntries(data) : data) as { everywhere?: string })
  .handler(async ({ data: { everywhere } }) => {
    const session = await currentSession()
    if (session && everywhere !== undefined) await endSessionsOf(session.subject)
    await endSession()
    throw redirect({ href: '/members', statusCode: 303 })
  })
