import { createServerFn } from '@tanstack/react-start'
import { getRequestHeader } from '@tanstack/react-start/server'
import * as v from 'valibot'
import { ExpectedError } from '#app/errors/expected-error.ts'
import { feedbackSent, keepFeedback } from '#app/errors/feedback.server.ts'
import { check } from '#app/errors/checked.ts'

/** Characters of a message that are kept. */
const MOST = 4_000

const told = v.object({
  message: v.pipe(v.string(), v.trim(), v.minLength(1, 'Write a few words first.'), v.maxLength(MOST)),
  digest: v.optional(v.pipe(v.string(), v.regex(/^[\w.:@-]{4,64}$/))),
  report: v.optional(v.pipe(v.string(), v.regex(/^[\da-f]{32}$/))),
  address: v.optional(v.pipe(v.string(), v.startsWith('/'), v.maxLength(2_000)), '/'),
})

function fieldsOf(data: FormData): unknown {
  return Object.fromEntries([...data].filter(([, value]) => typeof value === 'string' && value !== ''))
}

/** "Tell us what happened": from the page without JavaScript it leads with 303 to a small page of its own. */
export const sendFeedback = createServerFn({ method: 'POST' })
  .validator((data: FormData) => check(told, data instanceof FormData ? fieldsOf(data) : data))
  .handler(async ({ data: { message, digest, report, address } }) => {
    if (!(await keepFeedback({ message, digest, report }))) {
      throw new ExpectedError('NOT_STORED', 503, 'It could not be kept. Try again in a moment.')
    }
    if (getRequestHeader('x-tsr-serverFn') === 'true') return { kept: true }
    return new Response(null, {
      status: 303,
      headers: { location: feedbackSent(address), 'cache-control': 'no-store' },
    })
  })
