/** Letters and digits that are not confused when read aloud or copied: without 0 O 1 I L U. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Length of a digest in characters. */
const LENGTH = 10

/** Random bytes from here on are rejected: with them some characters would be more likely than others. */
const REJECTION_LIMIT = 256 - (256 % ALPHABET.length)

/** Digests of foreign errors that are accepted: a digest is shown on pages and written into a header. */
const DIGEST_PATTERN = /^[\w.:@-]{4,64}$/

function randomBytes(): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(LENGTH * 2))
}

/**
 * Creates the digest of one occurrence of an error: ten characters, drawn uniformly from 30 (49 bits). Among a million
 * stored digests two are equal with a probability of one in a thousand.
 *
 * @param random returns new random bytes, at least one at each call
 */
export function createDigest(random: () => Uint8Array = randomBytes): string {
  let digest = ''
  while (digest.length < LENGTH) {
    for (const byte of random()) {
      if (byte < REJECTION_LIMIT && digest.length < LENGTH) digest += ALPHABET[byte % ALPHABET.length]
    }
  }
  return digest
}

/**
 * Returns the digest of a thrown value, `undefined` if it has none that can be shown. Never throws.
 */
export function getDigest(thrown: unknown): string | undefined {
  try {
    const digest = typeof thrown === 'object' && thrown !== null && 'digest' in thrown ? thrown.digest : undefined
    return typeof digest === 'string' && DIGEST_PATTERN.test(digest) ? digest : undefined
  } catch {
    return undefined
  }
}
