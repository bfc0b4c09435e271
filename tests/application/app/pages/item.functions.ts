import { redirect } from '@tanstack/react-router'
import { createMiddleware, createServerFn } from '@tanstack/react-start'
import { getRequest } from '@tanstack/react-start/server'
import * as v from 'valibot'
import { validate } from 'fairlead/errors'
import { locales } from 'fairlead/locale'
import { countPrefetch } from '#app/pages/inflight.server.ts'

/** Longest delay that a visitor may ask for. */
const MAX_DELAY_MS = 10_000

const itemRequest = v.object({
  id: v.string(),
  delay: v.optional(v.pipe(v.number(), v.finite(), v.toMinValue(0), v.toMaxValue(MAX_DELAY_MS)), 0),
})

const counted = createMiddleware({ type: 'function' }).server(({ next }) => countPrefetch(next))

/** Returns an item after `delay` milliseconds, with a new stamp at every call. */
export const readItem = createServerFn({ method: 'GET' })
  .middleware([counted])
  .validator(validate(itemRequest))
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

/** Redirects to the item with the same id. */
export const readMoved = createServerFn({ method: 'GET' })
  .validator(validate(movedRequest))
  .handler(({ data }): never => {
    throw redirect({ to: '/{-$locale}/item/$id', params: { id: data.moved, locale: data.locale } })
  })
