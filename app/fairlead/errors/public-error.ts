import { isNotFound, isRedirect, SearchParamError } from '@tanstack/react-router'
import { getDigest } from '#fairlead/errors/digest.ts'

/** The statuses that an error for visitors may have. */
export type PublicErrorStatus = 400 | 401 | 403 | 404 | 408 | 409 | 410 | 413 | 422 | 429 | 503

/** Messages by the name of their field; the empty name stands for the whole form. */
export type FieldMessages = Readonly<Record<string, string>>

/**
 * An error meant for people. It reaches the browser unmasked and sets the status of the response. It is not reported.
 */
export class PublicError extends Error {
  readonly code: string
  readonly status: PublicErrorStatus
  readonly fields: FieldMessages | undefined

  /**
   * @param code for programs: `OUT_OF_STOCK`
   * @param message for the visitor, in their language
   */
  constructor(code: string, status: PublicErrorStatus, message: string, fields?: FieldMessages) {
    super(message)
    this.name = 'PublicError'
    this.code = code
    this.status = status
    this.fields = fields
  }
}

/** True for an error in the code of a `validateSearch`, as opposed to the URL. */
const isFault = (cause: unknown): boolean =>
  cause instanceof TypeError || cause instanceof ReferenceError || cause instanceof RangeError

/**
 * Returns the public error of a thrown value; `undefined` if it is a failure. Search params that a route refuses are a
 * 400, because the visitor's URL is at fault and not the application. In development the error names the params and
 * their faults.
 */
export function publicErrorOf(thrown: unknown): PublicError | undefined {
  if (thrown instanceof PublicError) return thrown
  if (!(thrown instanceof SearchParamError) || isFault(thrown.cause)) return undefined
  const fields = import.meta.env.DEV ? { '': thrown.message } : undefined
  return new PublicError('INVALID_SEARCH', 400, 'This page cannot read the search params of its URL.', fields)
}

/** True if a retry may help. Redirects, not-founds and public errors are final. */
export function mayRecover(thrown: unknown): boolean {
  return !isRedirect(thrown) && !isNotFound(thrown) && publicErrorOf(thrown) === undefined
}

/**
 * True for an error whose page is in the document, because the server sent the error with the match: a public error, or
 * one with a digest. Other errors are thrown in the browser, where React's `onCaughtError` reports them.
 */
export function isErrorInDocument(error: unknown): boolean {
  return error instanceof PublicError || getDigest(error) !== undefined
}
