/**
 * Digests for thrown values that are not failures. React writes them into the document and gives them to the error that it
 * creates in the browser, which is not reported.
 */
export const NON_FAILURE_DIGEST = { redirect: 'REDIRECT', notFound: 'NOT_FOUND', expected: 'EXPECTED' } as const

const digests: readonly unknown[] = Object.values(NON_FAILURE_DIGEST)

/** Tells errors that React creates in the browser for such a value. */
export function hasNonFailureDigest(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'digest' in error && digests.includes(error.digest)
}
