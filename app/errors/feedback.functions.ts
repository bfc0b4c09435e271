import { createServerFn } from '@tanstack/react-start'
import { getRequest } from '@tanstack/react-start/server'
import * as v from 'valibot'
import { noticeDocument } from '#app/errors/document.server.ts'
import { ExpectedError } from '#app/errors/expected-error.ts'
import { keepFeedback } from '#app/errors/feedback.server.ts'
import { readTheme } from '#app/ui/theme.ts'
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

/** "Tell us what happened": from the page without JavaScript it answers with a small page of its own. */
export const sendFeedback = createServerFn({ method: 'POST' })
  .validator((data: FormData) => check(told, data instanceof FormData ? fieldsOf(data) : data))
  .handler(async ({ data: { message, digest, report, address } }) => {
    if (!(await keepFeedback({ message, digest, report }))) {
      throw new ExpectedError('NOT_STORED', 503, 'It could not be kept. Try again in a moment.')
    }
    const request = getRequest()
    if (request.headers.get('x-tsr-serverfn') === 'true') return { kept: true }
    const page = await noticeDocument('sent', {
      address,
      host: request.headers.get('host') ?? undefined,
      theme: readTheme(),
    })
    return new Response(page, { headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' } })
  })
