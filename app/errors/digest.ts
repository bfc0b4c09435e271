/** Letters and digits that nobody mistakes for another when reading aloud or copying: without 0 O 1 I L U. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Characters of a digest. */
const LENGTH = 10

/** Random bytes from here on are thrown away: with them some characters would come more often than others. */
const REJECTION_LIMIT = 256 - (256 % ALPHABET.length)

/** What a digest that somebody else made may look like: it is shown on pages and written into a header. */
const DIGEST_PATTERN = /^[\w.:@-]{4,64}$/

function randomBytes(): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(LENGTH * 2))
}

/**
 * Makes the digest of one occurrence of an error: ten characters, drawn fairly from 30, which are 49 bits. Two of a
 * million stored digests are the same with a probability of one in a thousand.
 *
 * @param random gives bytes as often as it is asked, at least one at a time
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
 * The digest that an error carries, `undefined` when it carries none that can be shown. Never throws, whatever is thrown.
 */
export function getDigest(thrown: unknown): string | undefined {
  try {
    const digest = typeof thrown === 'object' && thrown !== null && 'digest' in thrown ? thrown.digest : undefined
    return typeof digest === 'string' && DIGEST_PATTERN.test(digest) ? digest : undefined
  } catch {
    return undefined
  }
}
