import { createServerFn } from '@tanstack/react-start'
import { getRequest } from '@tanstack/react-start/server'
import * as v from 'valibot'
import { noticeText } from '#fairlead/errors/document-context.server.ts'
import { PublicError } from '#fairlead/errors/public-error.ts'
import { feedbackThanksUrl, saveFeedback } from '#fairlead/errors/feedback.server.ts'
import { normalizeLineBreaks, parseOrThrow } from '#fairlead/errors/validate.ts'
import { isScriptCall } from '#fairlead/platform/http/script-call.ts'

const MAX_MESSAGE_CHARS = 4_000

const feedbackSchema = v.object({
  message: v.pipe(v.string(), v.trim(), v.minLength(1, 'Write a few words first.'), v.maxLength(MAX_MESSAGE_CHARS)),
  digest: v.optional(v.pipe(v.string(), v.regex(/^[\w.:@-]{4,64}$/))),
  report: v.optional(v.pipe(v.string(), v.regex(/^[\da-f]{32}$/))),
  address: v.optional(v.pipe(v.string(), v.startsWith('/'), v.maxLength(2_000)), '/'),
})

function readFields(data: FormData): unknown {
  const texts = [...data].filter((field): field is [string, string] => typeof field[1] === 'string' && field[1] !== '')
  return Object.fromEntries(texts.map(([name, text]) => [name, normalizeLineBreaks(text)]))
}

/**
 * Stores a visitor's description of an error. Without JavaScript it redirects with 303 to a page that thanks the
 * visitor.
 */
export const sendFeedback = createServerFn({ method: 'POST' })
  .validator((data: FormData) => parseOrThrow(feedbackSchema, data instanceof FormData ? readFields(data) : data))
  .handler(async ({ data: { message, digest, report, address } }) => {
    if (!(await saveFeedback({ message, digest, report }))) {
      throw new PublicError('NOT_STORED', 503, await noticeText('notStored'))
    }
    if (isScriptCall(getRequest().headers)) return { kept: true }
    return new Response(null, {
      status: 303,
      headers: { location: feedbackThanksUrl(address), 'cache-control': 'no-store' },
    })
  })
