import { redirect } from '@tanstack/react-router'
import { createServerFn } from '@tanstack/react-start'
import * as v from 'valibot'
import { asFormData, defineForm } from 'fairlead/forms'
import { handleForm } from 'fairlead/forms.server'
import { soundingsQuery } from '#app/pages/queries.ts'

type Sounding = { id: string; place: string; depth: number }

/** The latest 20 soundings, latest first. */
const logged: Sounding[] = []

const sounding = v.object({
  place: v.pipe(v.optional(v.string(), ''), v.trim(), v.minLength(1, 'place'), v.maxLength(80, 'place')),
  depth: v.pipe(
    v.optional(v.string(), ''),
    v.regex(/^\d{1,5}$/, 'depth'),
    v.transform(Number),
    v.maxValue(11_000, 'depth'),
  ),
  next: v.optional(v.string()),
})

export const readSoundings = createServerFn({ method: 'GET' }).handler(() => logged)

/** Logs a depth; redirects to the home page if `next` is set. */
const saveSounding = createServerFn({ method: 'POST' })
  .validator(asFormData)
  .handler(
    handleForm(sounding, ({ place, depth, next }) => {
      logged.unshift({ id: crypto.randomUUID(), place, depth })
      logged.splice(20)
      return next === undefined
        ? { refreshes: [soundingsQuery] }
        : { to: '/{-$locale}' as const, flash: `${place} was logged.` }
    }),
  )

/** Logs a depth. */
export const soundingForm = defineForm({ name: 'sounding', schema: sounding, submit: saveSounding })

/** Redirects with 303, which is followed by GET. */
export const postAway = createServerFn({ method: 'POST' })
  .validator(asFormData)
  .handler((): never => {
    throw redirect({ to: '/{-$locale}/start', statusCode: 303 })
  })

const handedOver = v.object({ to: v.string() })

const handOver = createServerFn({ method: 'POST' })
  .validator(asFormData)
  .handler(
    handleForm(handedOver, ({ to }): never => {
      throw redirect({ href: to, statusCode: 303 })
    }),
  )

/** Redirects to an address. */
export const handOverForm = defineForm({ name: 'hand-over', schema: handedOver, submit: handOver })

/** Redirects to a page beside the one that posts. */
export const postBeside = createServerFn({ method: 'POST' })
  .validator(asFormData)
  .handler((): never => {
    throw redirect({ href: './start?from=form', statusCode: 303 })
  })

/** Redirects with 303 to a public path that is not encoded. */
export const postFar = createServerFn({ method: 'POST' })
  .validator(asFormData)
  .handler((): never => {
    throw redirect({ href: '/ja/echo/ありがとう?n=あ', statusCode: 303 })
  })
