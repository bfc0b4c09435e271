import { isNotFound } from '@tanstack/react-router'
import { getDigest } from '#app/errors/digest.ts'
import { PublicError } from '#app/errors/public-error.ts'
import { StaleServerFnError } from '#app/navigation/loading/stale-server-fn.ts'
import { UnexpectedResponseError } from '#app/navigation/loading/server-function-response.ts'

/** Why a submission failed, as far as its visitor can do something about it. */
export type SubmissionFailure =
  /** The visitor gave it up. */
  | { readonly type: 'cancelled' }
  | { readonly type: 'offline' }
  /** No answer came. The server may have got it. */
  | { readonly type: 'unreachable' }
  | { readonly type: 'forbidden'; readonly status: number }
  | { readonly type: 'tooLarge' }
  /** @property seconds until it may be sent again, if the server says so */
  | { readonly type: 'tooMany'; readonly seconds: number | undefined }
  | { readonly type: 'unavailable'; readonly status: number }
  /** Something that is not this application answered. */
  | { readonly type: 'unexpected' }
  /** The function failed. */
  | { readonly type: 'failed'; readonly digest: string }

function failureOfStatus({ status, retryAfter }: UnexpectedResponseError): SubmissionFailure {
  if (status === 401 || status === 403) return { type: 'forbidden', status }
  if (status === 413) return { type: 'tooLarge' }
  if (status === 429) return { type: 'tooMany', seconds: retryAfter }
  if (status === 408 || status >= 500) return { type: 'unavailable', status }
  return { type: 'unexpected' }
}

/**
 * Decides why a call of a form's function failed; `undefined` for what is shown elsewhere: messages for people, a
 * function that is gone, a page that is not there. Pure.
 */
export function submissionFailure(error: unknown, online: boolean): SubmissionFailure | undefined {
  if (error instanceof PublicError || error instanceof StaleServerFnError || isNotFound(error)) return undefined
  if (error instanceof UnexpectedResponseError) return failureOfStatus(error)
  const digest = getDigest(error)
  if (digest !== undefined) return { type: 'failed', digest }
  if (error instanceof Error && error.name === 'AbortError') return { type: 'cancelled' }
  // The error of `fetch` for a request that was not answered (Fetch standard, 5.6).
  if (error instanceof TypeError) return { type: online ? 'unreachable' : 'offline' }
  return { type: 'unexpected' }
}

/** A submission that failed. The form stays, and says why. */
export class SubmissionError extends Error {
  readonly failure: SubmissionFailure

  constructor(failure: SubmissionFailure, cause: unknown) {
    super(`the form could not be sent: ${failure.type}`, { cause })
    this.name = 'SubmissionError'
    this.failure = failure
  }
}

/**
 * Waits for the answer to a submission.
 *
 * @throws SubmissionError for what the form itself says; everything else as it is
 */
export async function submit<Result>(call: Promise<Result>): Promise<Result> {
  try {
    return await call
  } catch (error) {
    const failure = submissionFailure(error, navigator.onLine)
    throw failure ? new SubmissionError(failure, error) : error
  }
}
