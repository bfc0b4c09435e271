/**
 * Digests that React writes into a document for what was thrown and is no failure, and gives to the error that it makes
 * of it in the browser: there is nothing to report.
 */
export const ANSWER_DIGEST = { redirect: 'REDIRECT', notFound: 'NOT_FOUND', expected: 'EXPECTED' } as const

const digests: readonly unknown[] = Object.values(ANSWER_DIGEST)

/** Tells an error that React made in the browser of what was no failure on the server. */
export function hasAnswerDigest(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'digest' in error && digests.includes(error.digest)
}
