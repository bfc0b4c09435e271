// The server functions of `holes.functions.ts` without their holes.
import { createServerFn, createMiddleware } from '@tanstack/react-start'
import * as v from 'valibot'
import { changeEntry, deleteEntry, listEntries, readEntry } from '#app/log/entries.server.ts'
import { validate } from 'fairlead/errors'
import { asFormData, defineForm } from 'fairlead/forms'
import { handleForm } from 'fairlead/forms.server'
import { currentSession, endSession } from 'fairlead/sessions.server'
import { requirePermission, sessionMiddleware } from 'fairlead/sessions'

const byId = validate(v.object({ id: v.string() }))
const withText = v.object({ id: v.string(), text: v.pipe(v.string(), v.minLength(3)) })

const logged = createMiddleware({ type: 'function' }).server(({ next }) => next({ context: { at: Date.now() } }))
const guarded = createServerFn({ method: 'GET' }).middleware([logged, sessionMiddleware])

export const inLoader = guarded().handler(() => 'the depth of the harbour')

export const inHandler = guarded({ method: 'POST' })
  .validator(v.object({ wind: v.number() }))
  .handler(({ data }) => `noted ${data.wind}`)

const note = v.object({ text: v.pipe(v.string(), v.nonEmpty()) })

const inForm = createServerFn({ method: 'POST' })
  .middleware([sessionMiddleware])
  .validator(asFormData)
  .handler(handleForm(note, ({ text }) => ({ text })))

export const soundForm = defineForm({ name: 'sound', schema: note, submit: inForm })

/** It responds nothing to guests. */
export const forGuests = createServerFn({ method: 'GET' }).handler(async () => {
  const session = await currentSession()
  return session ? listEntries(session.subject) : []
})

/** An unguarded page calls it, and a guarded one in the same file as others. */
export const forEverybody = createServerFn({ method: 'GET', access: 'public' }).handler(() => 'the name of the harbour')

/** Signing out is for everybody, and ends the session of the calls. */
export const leave = createServerFn({ method: 'POST', access: 'public' }).handler(() => endSession())

/** No page calls it. */
export const unused = createServerFn({ method: 'GET' }).handler(() => 'the colour of the harbour')

export const ofPermission = guarded().handler(({ context: { session } }) => {
  requirePermission(session, 'log.edit')
  return 'the faults of the harbour'
})

export const inRead = guarded()
  .validator(byId)
  .handler(({ data, context: { session } }) => readEntry(data.id, session.subject))

export const inChange = guarded({ method: 'POST' })
  .validator(validate(withText))
  .handler(({ data, context: { session } }) => changeEntry(data.id, data.text, session.subject))

/** Editors may delete the rows of others. */
export const inRemoval = guarded({ method: 'POST' })
  .validator(byId)
  .handler(({ data, context: { session } }) =>
    deleteEntry(data.id, session.permissions?.includes('log.edit') ? undefined : session.subject),
  )

export const inList = guarded().handler(({ context: { session } }) => listEntries(session.subject))
