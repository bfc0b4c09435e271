import { createServerFn } from '@tanstack/react-start'
import * as v from 'valibot'
import { validate } from 'fairlead/errors'
import { keptState } from '#app/pages/kept-state.server.ts'
import { invalidate } from 'fairlead/cache.server'

/** Returns a new stamp, or fails, as a test has asked for. */
export const readKept = createServerFn({ method: 'GET' })
  .validator(validate(v.object({ id: v.string() })))
  .handler(async ({ data: { id } }) => {
    keptState.renders += 1
    await new Promise((resolve) => setTimeout(resolve, keptState.delay))
    if (keptState.fails) throw new Error('kept: not available')
    return { id, stamp: crypto.randomUUID() }
  })

/** Invalidates the pages of an id. */
export const renewKept = createServerFn({ method: 'POST' })
  .validator(validate(v.object({ id: v.string() })))
  .handler(async ({ data: { id } }) => {
    await invalidate({ tags: [`kept:${id}`] })
    return { renewed: id }
  })
