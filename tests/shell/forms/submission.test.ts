import { notFound } from '@tanstack/react-router'
import { expect, it } from 'vitest'
import { PublicError } from '#app/errors/public-error.ts'
import { ServerError } from '#app/errors/digest.ts'
import { type SubmissionFailure, submissionFailure } from '#app/forms/submission.ts'
import { StaleServerFnError, UnexpectedResponseError } from '#app/navigation/loading/server-function-response.ts'

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
