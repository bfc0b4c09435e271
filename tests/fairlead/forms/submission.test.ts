import { notFound } from '@tanstack/react-router'
import * as v from 'valibot'
import { expect, it } from 'vitest'
import { PublicError } from '#fairlead/errors/public-error.ts'
import { ServerError } from '#fairlead/errors/digest.ts'
import { defineForm } from '#fairlead/forms/define-form.ts'
import {
  checkSizes,
  SubmissionError,
  type SubmissionFailure,
  submissionFailure,
  TOO_LARGE,
} from '#fairlead/forms/submission.ts'
import { StaleServerFnError, UnexpectedResponseError } from '#fairlead/navigation/loading/server-function-response.ts'
import { setBodyLimit } from '#fairlead/platform/http/body-limit.ts'

const aborted = new DOMException('aborted', 'AbortError')
const lost = new TypeError('Failed to fetch')

it.each<[string, unknown, SubmissionFailure | undefined]>([
  ['given up', aborted, { type: 'cancelled' }],
  ['without an answer', lost, { type: 'unreachable' }],
  ['401', new UnexpectedResponseError(401), { type: 'forbidden', status: 401 }],
  ['403', new UnexpectedResponseError(403), { type: 'forbidden', status: 403 }],
  ['413', new UnexpectedResponseError(413), { type: 'tooLarge' }],
  ['429', new UnexpectedResponseError(429, 'wait', 12), { type: 'tooMany', seconds: 12 }],
  ['429 that does not say when', new UnexpectedResponseError(429), { type: 'tooMany', seconds: undefined }],
  ['408', new UnexpectedResponseError(408), { type: 'unavailable', status: 408 }],
  ['502', new UnexpectedResponseError(502), { type: 'unavailable', status: 502 }],
  ['a page in place of an answer', new UnexpectedResponseError(200), { type: 'unexpected' }],
  ['an answer that is cut', new SyntaxError('Unexpected end of JSON input'), { type: 'unexpected' }],
  ['a failure of the function', new ServerError('8EX9ZAYJK8'), { type: 'failed', digest: '8EX9ZAYJK8' }],
  ['messages for people', new PublicError('TAKEN', 409, 'Taken.'), undefined],
  ['a function that is gone', new StaleServerFnError(), undefined],
  ['a page that is not there', notFound(), undefined],
])('a submission that fails with %s', (_, error, failure) => {
  expect(submissionFailure(error, true)).toEqual(failure)
})

it('a submission without a response is offline or unreachable', () => {
  expect(submissionFailure(lost, false)).toEqual({ type: 'offline' })
})

const schema = v.object({ log: v.optional(v.string()), chart: v.optional(v.pipe(v.file(), v.maxSize(8, 'large'))) })

function formOf(url: string) {
  const submit = Object.assign(async () => ({}), { url })
  return { submit, form: defineForm({ name: 'chart', schema, submit }) }
}

function logOf(bytes: number): FormData {
  const data = new FormData()
  data.set('log', 'x'.repeat(bytes))
  return data
}

const tooLarge = new SubmissionError(TOO_LARGE, undefined)

it('a form takes what its function takes: 1 MB, or the limit that is set for it', () => {
  const { form } = formOf('/_serverFn/1')
  expect(() => checkSizes(form, logOf(1_000_000))).not.toThrow()
  expect(() => checkSizes(form, logOf(2_000_000))).toThrow(tooLarge)
  const raised = formOf('/_serverFn/2')
  setBodyLimit(raised.submit, 3_000_000)
  expect(() => checkSizes(raised.form, logOf(2_000_000))).not.toThrow()
  expect(() => checkSizes(raised.form, logOf(4_000_000))).toThrow(tooLarge)
})

it('a field that is too large for its schema has a message of its own', () => {
  const data = new FormData()
  data.set('chart', new File(['123456789'], 'a.svg'))
  expect(() => checkSizes(formOf('/_serverFn/1').form, data)).toThrow(
    expect.objectContaining({ fields: { chart: 'large' } }),
  )
})
