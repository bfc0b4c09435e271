import { getDigest } from '#app/errors/digest.ts'
import { PublicError } from '#app/errors/public-error.ts'

/**
 * True for an error whose page a document has, because the server sent it with the match: a public one, or one with a
 * digest. Others are thrown in the browser, where React's `onCaughtError` reports them.
 */
export function isErrorInDocument(error: unknown): boolean {
  return error instanceof PublicError || getDigest(error) !== undefined
}
