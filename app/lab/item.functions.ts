import { createMiddleware, createServerFn } from '@tanstack/react-start'
import * as v from 'valibot'
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
  .validator(itemRequest)
  .handler(async ({ data }) => {
    await new Promise((resolve) => setTimeout(resolve, data.delay))
    return { id: data.id, stamp: crypto.randomUUID() }
  })
