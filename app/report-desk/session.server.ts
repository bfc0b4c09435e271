import { createHash, timingSafeEqual } from 'node:crypto'
import { defaults, seal, unseal } from 'iron-webcrypto'
import * as v from 'valibot'
import { SESSION } from '#app/report-desk/desk-limits.ts'

/** A session that counts. `expiresAt` is in milliseconds since 1970. */
export type Session = { expiresAt: number }

/** Node's, whose types are stricter than those that the library was written for. */
const webCrypto = crypto as Parameters<typeof seal>[0]

const sealed = v.object({ expiresAt: v.pipe(v.number(), v.safeInteger()) })

function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/** Whoever changes the token ends every session: the key comes from it. */
function keyOf(token: string): string {
  return createHash('sha256').update(`fairlead desk session\0${token}`).digest('hex')
}

/** Whether what was typed is the token. Takes as long for a token that is nearly right as for one that is not. */
export function isToken(typed: string, token: string): boolean {
  return timingSafeEqual(hash(typed.trim()), hash(token))
}

/**
 * Makes the value of the session's cookie: encrypted and signed with a key made from the token, so that only a server
 * with the same token reads it.
 *
 * @param now milliseconds since 1970
 */
export function sealSession(token: string, now: number): Promise<string> {
  return seal(webCrypto, { expiresAt: now + SESSION.lastsMs } satisfies Session, keyOf(token), defaults)
}

/**
 * Reads the value of the session's cookie. `undefined` when it is missing, forged, expired or of a server with another
 * token. Never throws.
 *
 * @param now milliseconds since 1970
 */
export async function openSession(value: string | undefined, token: string, now: number): Promise<Session | undefined> {
  if (value === undefined || value === '' || value.length > 1_000) return undefined
  try {
    const session = v.parse(sealed, await unseal(webCrypto, value, keyOf(token), defaults))
    return session.expiresAt > now ? session : undefined
  } catch {
    return undefined
  }
}
