import { redirect } from '@tanstack/react-router'
import { createMiddleware, createServerFn } from '@tanstack/react-start'
import { getRequest } from '@tanstack/react-start/server'
import * as v from 'valibot'
import { validate } from 'fairlead/errors'
import { countPrefetch } from '#app/lab/inflight.server.ts'
import { PHOTOS } from '#app/lab/queries.ts'
import { locales } from 'fairlead/locale'

const MAX_DELAY_MS = 10_000

const delayed = v.optional(v.pipe(v.number(), v.finite(), v.toMinValue(0), v.toMaxValue(MAX_DELAY_MS)), 0)

const counted = createMiddleware({ type: 'function' }).server(({ next }) => countPrefetch(next))

/** Returns an item after `delay` milliseconds, with a new stamp at every call. */
export const readItem = createServerFn({ method: 'GET' })
  .middleware([counted])
  .validator(validate(v.object({ id: v.string(), delay: delayed })))
  .handler(async ({ data }) => {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, data.delay)
      // Aborted requests must not count as in flight.
      getRequest().signal.addEventListener('abort', () => {
        clearTimeout(timer)
        resolve()
      })
    })
    return { id: data.id, stamp: crypto.randomUUID() }
  })

const movedRequest = v.object({ moved: v.pipe(v.string(), v.maxLength(200)), locale: v.optional(v.picklist(locales)) })

export const readMoved = createServerFn({ method: 'GET' })
  .validator(validate(movedRequest))
  .handler(({ data }): never => {
    throw redirect({ to: '/{-$locale}/lab/item/$id', params: { id: data.moved, locale: data.locale } })
  })

const photoRequest = v.object({
  id: v.pipe(v.string(), v.maxLength(200)),
  delay: delayed,
  fail: v.optional(v.boolean(), false),
})

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
