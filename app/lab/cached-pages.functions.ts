import { createServerFn } from '@tanstack/react-start'
import { getCookie, setCookie } from '@tanstack/react-start/server'
import * as v from 'valibot'
import { validate } from 'fairlead/errors'
import { asFormData, defineForm } from 'fairlead/forms'
import { handleForm } from 'fairlead/forms.server'
import { type CachedPageName, TAG } from '#app/lab/cached-pages.ts'
import { invalidate, listEntries } from 'fairlead/cache.server'
import { markPersonal } from 'fairlead/sessions.server'

export const PATHS = {
  seconds: '/lab/kept',
  minutes: '/lab/kept/minutes',
  hours: '/lab/kept/hours',
} as const satisfies Record<CachedPageName, string>

export const NAME_LENGTH = 40

const NAME_COOKIE = 'lab-name'

export const AGES = ['seconds', 'minutes', 'hours'] as const

const age = v.picklist(AGES)

/** Returns the entries of a page in this process: one for each language and theme in which it was requested. */
export const readEntries = createServerFn({ method: 'GET' })
  .validator(validate(v.object({ age })))
  .handler(({ data }) => listEntries({ tag: PATHS[data.age] }))

const renewal = v.object({ age, by: v.picklist(['tag', 'path']) })

const renew = createServerFn({ method: 'POST' })
  .validator(asFormData)
  .handler(
    handleForm(renewal, async ({ age: chosen, by }) => {
      await invalidate(by === 'tag' ? { tags: [TAG] } : { path: PATHS[chosen] })
      return {}
    }),
  )

/** Invalidates the tag of the pages, or the path of one of them. */
export const renewForm = defineForm({ name: 'renew', schema: renewal, submit: renew })

/** Returns the name that the visitor has entered: the part of a page that each visitor sees differently. */
export const readVisitor = createServerFn({ method: 'GET' }).handler(() => {
  markPersonal()
  return { name: getCookie(NAME_COOKIE)?.slice(0, NAME_LENGTH) ?? null }
})

const visitor = v.object({
  name: v.pipe(v.string(), v.trim(), v.minLength(1, 'name'), v.maxLength(NAME_LENGTH, 'name')),
})

const enterName = createServerFn({ method: 'POST' })
  .validator(asFormData)
  .handler(
    handleForm(visitor, ({ name }) => {
      setCookie(NAME_COOKIE, name, { path: '/', httpOnly: true, sameSite: 'lax' })
      return {}
    }),
  )

export const visitorForm = defineForm({ name: 'visitor', schema: visitor, submit: enterName })
