import { createMiddleware, createServerFn } from '@tanstack/react-start'
import * as v from 'valibot'
import { validate } from 'fairlead/errors'
import { countPrefetch } from '#app/pages/inflight.server.ts'
import { PHOTOS } from '#app/pages/queries.ts'

const photoRequest = v.object({
  id: v.pipe(v.string(), v.maxLength(200)),
  delay: v.optional(v.pipe(v.number(), v.finite(), v.toMinValue(0), v.toMaxValue(10_000)), 0),
  fail: v.optional(v.boolean(), false),
})

const counted = createMiddleware({ type: 'function' }).server(({ next }) => countPrefetch(next))

/** Returns the data of a picture, `null` if it does not exist. */
export const readPhoto = createServerFn({ method: 'GET' })
  .middleware([counted])
  .validator(validate(photoRequest))
  .handler(async ({ data: { id, delay, fail } }) => {
    await new Promise((resolve) => setTimeout(resolve, delay))
    if (fail) throw new Error('the picture could not be read')
    const number = Number(id)
    return /^\d{1,3}$/.test(id) && number >= 1 && number <= PHOTOS ? { id, stamp: crypto.randomUUID() } : null
  })

/** Returns a value that is new at every call, so that a test sees if a page has called again. */
export const readStamp = createServerFn({ method: 'GET' }).handler(() => ({ stamp: crypto.randomUUID() }))
