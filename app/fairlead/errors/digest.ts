/** Letters and digits that people do not confuse when they read them aloud or copy them: without 0 O 1 I L U. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

const LENGTH = 10

/** Digests of foreign errors that are accepted, because a digest is shown on pages and written into a header. */
const DIGEST_PATTERN = /^[\w.:@-]{4,64}$/

/**
 * Creates the digest of one occurrence of an error: ten of 30 characters (49 bits). Among a million stored digests two
 * are equal with a probability of one in a thousand. The remainder of 32 bits favours some characters too little to
 * notice.
 */
export function createDigest(): string {
  const numbers = crypto.getRandomValues(new Uint32Array(LENGTH))
  return Array.from(numbers, (number) => ALPHABET[number % ALPHABET.length]).join('')
}

/** Returns the digest of a thrown value; `undefined` if it has none that may be shown. Never throws. */
export function getDigest(thrown: unknown): string | undefined {
  try {
    const digest = typeof thrown === 'object' && thrown !== null && 'digest' in thrown ? thrown.digest : undefined
    return typeof digest === 'string' && DIGEST_PATTERN.test(digest) ? digest : undefined
  } catch {
    return undefined
  }
}

/** Describes a thrown value that is not an Error, in at most 8 192 characters. Never throws. */
export function describeNonError(thrown: unknown): string {
  try {
    const text = typeof thrown === 'object' && thrown !== null ? JSON.stringify(thrown) : String(thrown)
    return `non-Error value thrown: ${text}`.slice(0, 8_192)
  } catch {
    return 'non-Error value thrown that cannot be serialized'
  }
}

/**
 * Represents a failure of the server elsewhere. It has the failure's digest, and in development its message and stack.
 */
export class ServerError extends Error {
  readonly digest: string

  constructor(digest: string, message = 'Something failed on the server.', stack?: string) {
    super(message)
    this.name = 'ServerError'
    this.digest = digest
    if (stack !== undefined) this.stack = stack
  }
}

/**
 * Digests for thrown values that are not failures. React writes them into the document and into the error that it
 * creates in the browser, which is then not reported.
 */
export const NON_FAILURE_DIGEST = { redirect: 'REDIRECT', notFound: 'NOT_FOUND', expected: 'EXPECTED' } as const

/** True for the error that React creates in the browser for such a value. */
export function hasNonFailureDigest(error: unknown): boolean {
  const digest = getDigest(error)
  return Object.values<string | undefined>(NON_FAILURE_DIGEST).includes(digest)
}

const ids = new WeakMap<object, string>()

/** Primitives have no identity: for this time the same thrown value counts as the same error. */
const PRIMITIVE_DEDUPE_MS = 1_000
const primitives = new Map<unknown, { id: string; at: number }>()

function createId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * Returns the id of an error's report in the browser, 32 hexadecimal digits. It is known before the report is made, so
 * that the page can show it, and is the same at each call for a thrown value.
 */
export function getReportId(thrown: unknown): string {
  if (typeof thrown === 'object' && thrown !== null) {
    const id = ids.get(thrown) ?? createId()
    ids.set(thrown, id)
    return id
  }
  const now = Date.now()
  const previous = primitives.get(thrown)
  if (previous && now - previous.at < PRIMITIVE_DEDUPE_MS) return previous.id
  const id = createId()
  primitives.set(thrown, { id, at: now })
  return id
}
