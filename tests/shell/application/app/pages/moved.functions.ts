import { redirect } from '@tanstack/react-router'
import { createServerFn } from '@tanstack/react-start'
import * as v from 'valibot'
import { validate } from '#app/errors/validate.ts'
import { locales } from '#app/navigation/locale/locale.ts'

const movedRequest = v.object({ moved: v.pipe(v.string(), v.maxLength(200)), locale: v.optional(v.picklist(locales)) })

/** Redirects to the item with the same id. */
export const readMoved = createServerFn({ method: 'GET' })
  .validator(validate(movedRequest))
  .handler(({ data }): never => {
    throw redirect({ to: '/{-$locale}/item/$id', params: { id: data.moved, locale: data.locale } })
  })
