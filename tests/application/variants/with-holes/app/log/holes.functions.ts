// Server functions with a hole each. `sound.functions.ts` has the same ones without.
import { createServerFn, createMiddleware } from '@tanstack/react-start'
import * as v from 'valibot'
import { changeEntry, deleteEntry, listEntries, readEntry } from '#app/log/entries.server.ts'
import { PublicError, validate } from 'fairlead/errors'
import { asFormData, defineForm } from 'fairlead/forms'
import { handleForm } from 'fairlead/forms.server'
import { currentSession } from 'fairlead/sessions.server'
import { requirePermission, sessionMiddleware } from 'fairlead/sessions'

const byId = validate(v.object({ id: v.string() }))
const withText = v.object({ id: v.string(), text: v.pipe(v.string(), v.minLength(3)) })

/** The loader of a guarded page calls it. */
export const holeInLoader = createServerFn({ method: 'GET' }).handler(() => 'the depth of the harbour')

/** A button of a guarded page calls it. */
export const holeInHandler = createServerFn({ method: 'POST' })
  .validator(v.object({ wind: v.number() }))
  .handler(({ data }) => `noted ${data.wind}`)

const note = v.object({ text: v.pipe(v.string(), v.nonEmpty()) })

const holeInForm = createServerFn({ method: 'POST' })
  .validator(asFormData)
  .handler(handleForm(note, ({ text }) => ({ text })))

/** A form of a guarded page. */
export const holeForm = defineForm({ name: 'hole', schema: note, submit: holeInForm })

/** A component in another file calls it, on a page below a guarded layout. */
export const holeInComponent = createServerFn({ method: 'GET' }).handler(() => 'the tide of the harbour')

/** A query imports it when it runs. */
export const holeInDynamicImport = createServerFn({ method: 'GET' }).handler(() => 'the crew of the harbour')

/** A page gets it from a file that exports it again. */
export const holeInReexport = createServerFn({ method: 'GET' }).handler(() => 'the keys of the harbour')

/** It is called on a page that asks for another permission. */
export const holeOfOtherPermission = createServerFn({ method: 'GET' })
  .middleware([sessionMiddleware])
  .handler(({ context: { session } }) => {
    requirePermission(session, 'log.audit')
    return 'the faults of the harbour'
  })

/** Its page asks for a permission, and it only for a session. */
export const holeOfSession = createServerFn({ method: 'POST' })
  .middleware([sessionMiddleware])
  .handler(() => 'closed')

const logged = createMiddleware({ type: 'function' }).server(({ next }) => next({ context: { at: Date.now() } }))
const loggedFn = createServerFn({ method: 'GET' }).middleware([logged])

/** Its middleware is none that guards. */
export const holeOfFactory = loggedFn().handler(({ context }) => `logged at ${typeof context.at}`)

/** It responds null to guests, but for another reason. */
export const holeOfCondition = createServerFn({ method: 'GET' }).handler(async () => {
  const session = await currentSession()
  return session === null ? null : 'the orders of the harbour'
})

/** Whoever is signed in may read every row. */
export const holeInRead = createServerFn({ method: 'GET' })
  .middleware([sessionMiddleware])
  .validator(byId)
  .handler(({ data }) => readEntry(data.id))

/** Whoever is signed in may read one field of every row, which says not whose it is. */
export const holeInField = createServerFn({ method: 'GET' })
  .middleware([sessionMiddleware])
  .validator(byId)
  .handler(async ({ data }) => ({ length: (await readEntry(data.id)).text.length }))

/** Whoever is signed in may change every row. */
export const holeInChange = createServerFn({ method: 'POST' })
  .middleware([sessionMiddleware])
  .validator(validate(withText))
  .handler(({ data }) => changeEntry(data.id, data.text))

const holeInRemoval = createServerFn({ method: 'POST' })
  .middleware([sessionMiddleware])
  .validator(asFormData)
  .handler(
    handleForm(v.object({ id: v.string() }), async ({ id }) => {
      await deleteEntry(id)
      return { to: '/{-$locale}/log' }
    }),
  )

/** Whoever is signed in may delete every row. */
export const removalForm = defineForm({ name: 'removal', schema: v.object({ id: v.string() }), submit: holeInRemoval })

/** It lists the rows of everybody. */
export const holeInList = createServerFn({ method: 'GET' })
  .middleware([sessionMiddleware])
  .handler(() => listEntries())

/** A guest has no subject, so that there is no condition. */
export const holeForGuests = createServerFn({ method: 'GET' }).handler(async () =>
  listEntries((await currentSession())?.subject),
)

/** It asks for the session when the row is gone. */
export const holeInOrder = createServerFn({ method: 'POST' })
  .validator(byId)
  .handler(async ({ data }) => {
    await deleteEntry(data.id)
    if (!(await currentSession())) throw new PublicError('SIGNED_OUT', 401, 'Sign in.')
  })
