import { createMiddleware, createServerFn } from '@tanstack/react-start'
import { getRequest } from '@tanstack/react-start/server'
import * as v from 'valibot'
import { validate } from '#app/errors/validate.ts'
import { countPrefetch } from '#app/lab/inflight.server.ts'

/** A server that is slower than this is not worth waiting for in a lab. */
const LONGEST_DELAY_MS = 10_000

const itemRequest = v.object({
  id: v.string(),
  delay: v.optional(v.pipe(v.number(), v.finite(), v.toMinValue(0), v.toMaxValue(LONGEST_DELAY_MS)), 0),
})

const counted = createMiddleware({ type: 'function' }).server(({ next }) => countPrefetch(next))

/** Reads one item, `delay` milliseconds late. Its stamp is new at every read. */
export const readItem = createServerFn({ method: 'GET' })
  .middleware([counted])
  .validator(validate(itemRequest))
  .handler(async ({ data }) => {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, data.delay)
      // Nobody waits any more: the count of requests under way must not say otherwise.
      getRequest().signal.addEventListener('abort', () => {
        clearTimeout(timer)
        resolve()
      })
    })
    return { id: data.id, stamp: crypto.randomUUID() }
  })
