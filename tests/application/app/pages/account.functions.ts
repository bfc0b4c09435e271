import { queryOptions } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { createServerFn } from '@tanstack/react-start'
import * as v from 'valibot'
import { asFormData, defineForm } from 'fairlead/forms'
import { handleForm } from 'fairlead/forms.server'
import { currentSession, endSession, endSessionsOf, hashPassword, startSession } from 'fairlead/sessions.server'
import { requirePermission, safeNext, sessionMiddleware, sessionQuery } from 'fairlead/sessions'

declare module 'fairlead/sessions' {
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

const person = v.object({ name: v.pipe(v.string(), v.minLength(1)) })

const enter = createServerFn({ method: 'POST' })
  .validator(asFormData)
  .handler(
    handleForm(person, async ({ name }) => {
      await startSession(name, { signedInAs: name.toUpperCase() })
      return { to: '/{-$locale}/account', refreshes: [sessionQuery] }
    }),
  )

/** Signs anybody in, with the data of the next page in its response. */
export const enterForm = defineForm({ name: 'enter', schema: person, submit: enter })

const farewell = v.object({ note: v.optional(v.string(), '') })

const leave = createServerFn({ method: 'POST' })
  .middleware([sessionMiddleware])
  .validator(asFormData)
  .handler(
    handleForm(farewell, async ({ note }, { context: { session } }) => {
      await endSession()
      return { to: '/{-$locale}/members', flash: `Goodbye, ${session.subject}. ${note}` }
    }),
  )

/** Signs out, and leads to a page for everybody. */
export const leaveForm = defineForm({ name: 'leave', schema: farewell, submit: leave })

let hashed = 0

/** Hashes a password. Returns how many were hashed so far. */
export const hashOne = createServerFn({ method: 'POST' }).handler(async () => {
  await hashPassword('correct horse')
  return (hashed += 1)
})
