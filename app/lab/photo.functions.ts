import { createMiddleware, createServerFn } from '@tanstack/react-start'
import * as v from 'valibot'
import { validate } from '#app/errors/validate.ts'
import { countPrefetch } from '#app/lab/inflight.server.ts'
import { PHOTOS } from '#app/lab/photo-query.ts'

const photoRequest = v.object({
  id: v.pipe(v.string(), v.maxLength(200)),
  delay: v.optional(v.pipe(v.number(), v.finite(), v.toMinValue(0), v.toMaxValue(10_000)), 0),
  fail: v.optional(v.boolean(), false),
})

const counted = createMiddleware({ type: 'function' }).server(({ next }) => countPrefetch(next))

/** Reads what there is to say about one picture; nothing if there is no such picture. */
export const readPhoto = createServerFn({ method: 'GET' })
  .middleware([counted])
  .validator(validate(photoRequest))
  .handler(async ({ data: { id, delay, fail } }) => {
    await new Promise((resolve) => setTimeout(resolve, delay))
    if (fail) throw new Error('The picture could not be read')
    const number = Number(id)
    return /^\d{1,3}$/.test(id) && number >= 1 && number <= PHOTOS ? { id, stamp: crypto.randomUUID() } : null
  })

/** A value that is new at every read: who shows the same one has not asked again. */
export const readStamp = createServerFn({ method: 'GET' }).handler(() => ({ stamp: crypto.randomUUID() }))
