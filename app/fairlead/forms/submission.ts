import { isNotFound } from '@tanstack/react-router'
import { getDigest } from '#fairlead/errors/digest.ts'
import { PublicError } from '#fairlead/errors/public-error.ts'
import { StaleServerFnError, UnexpectedResponseError } from '#fairlead/navigation/loading/server-function-response.ts'
import type * as v from 'valibot'
import { fieldMessages } from '#fairlead/errors/validate.ts'
import type { FormDefinition } from '#fairlead/forms/define-form.ts'
import { sizeIssues } from '#fairlead/forms/field-schemas.ts'
import { readFields } from '#fairlead/forms/form-fields.ts'
import { bodyLimitOf } from '#fairlead/platform/http/body-limit.ts'

/**
 * `unreachable`: no response came, so the server may have received the form. `unexpected`: the response is not of this
 * application. `seconds` until the form may be sent again, if the server says so.
 */
export type SubmissionFailure =
  | { readonly type: 'cancelled' | 'offline' | 'unreachable' | 'tooLarge' | 'unexpected' }
  | { readonly type: 'forbidden' | 'unavailable'; readonly status: number }
  | { readonly type: 'tooMany'; readonly seconds: number | undefined }
  | { readonly type: 'failed'; readonly digest: string }

export const RETRY = 'data-retry'

export const TOO_LARGE: SubmissionFailure = { type: 'tooLarge' }

function failureOfStatus({ status, retryAfter }: UnexpectedResponseError): SubmissionFailure {
  if (status === 401 || status === 403) return { type: 'forbidden', status }
  if (status === 413) return TOO_LARGE
  if (status === 429) return { type: 'tooMany', seconds: retryAfter }
  if (status === 408 || status >= 500) return { type: 'unavailable', status }
  return { type: 'unexpected' }
}

/** Returns `undefined` for errors that others show: public errors, missing server functions and not-founds. Pure. */
export function submissionFailure(error: unknown, online: boolean): SubmissionFailure | undefined {
  if (error instanceof PublicError || error instanceof StaleServerFnError || isNotFound(error)) return undefined
  if (error instanceof UnexpectedResponseError) return failureOfStatus(error)
  const digest = getDigest(error)
  if (digest !== undefined) return { type: 'failed', digest }
  if (error instanceof Error && error.name === 'AbortError') return { type: 'cancelled' }
  // `fetch` throws it if there is no response (Fetch standard, 5.6).
  if (error instanceof TypeError) return { type: online ? 'unreachable' : 'offline' }
  return { type: 'unexpected' }
}

/** Bytes that the head of each part of a body may have, with its boundary. */
const PART_BYTES = 200

export function bodyBytes(data: FormData): number {
  let bytes = PART_BYTES
  for (const [name, value] of data) bytes += PART_BYTES + new Blob([name, value]).size
  return bytes
}

/** A form that was not sent, or not accepted. `failure` says why, and `cause` is what was thrown. */
export class SubmissionError extends Error {
  readonly failure: SubmissionFailure

  constructor(failure: SubmissionFailure, cause: unknown) {
    super(`the form could not be sent: ${failure.type}`, { cause })
    this.name = 'SubmissionError'
    this.failure = failure
  }
}

/** @throws SubmissionError for failures that the form shows; other errors as they are */
export async function submit<Result>(call: Promise<Result>): Promise<Result> {
  try {
    return await call
  } catch (error) {
    const failure = submissionFailure(error, navigator.onLine)
    throw failure ? new SubmissionError(failure, error) : error
  }
}

/**
 * Checks the sizes of a form before it is sent, by its schema and by the limit of its function.
 *
 * @throws PublicError with messages by field; SubmissionError if the whole is too large
 */
export function checkSizes(
  { schema, submit: call, fields }: FormDefinition<v.GenericSchema, unknown>,
  data: FormData,
): void {
  const issues = sizeIssues(schema, readFields(data, fields))
  if (issues.length > 0) throw new PublicError('INVALID_INPUT', 422, 'Too large.', fieldMessages(issues))
  if (bodyBytes(data) > bodyLimitOf(call)) throw new SubmissionError(TOO_LARGE, undefined)
}
