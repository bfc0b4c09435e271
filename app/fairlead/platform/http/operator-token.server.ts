import { createHash, timingSafeEqual } from 'node:crypto'
import { readEnv } from '#fairlead/platform/env.server.ts'
import { createSharedBuckets } from '#fairlead/platform/http/shared-buckets.server.ts'
import type { RateDecision } from '#fairlead/platform/http/token-bucket.ts'

/** The wrong tokens that a client may send: five at once, then one every ten seconds. */
export const TOKEN_ATTEMPTS = { perSecond: 0.1, burst: 5 } as const

const attempts = createSharedBuckets('operator token', TOKEN_ATTEMPTS, 10_000)

const hash = (text: string): Buffer => createHash('sha256').update(text).digest()

/**
 * Compares what a client sent with `OPERATOR_TOKEN` in constant time, ignoring white space around it. `allowed` means
 * that it is the token, and `refused` that the client has sent too many wrong ones. `now` is milliseconds since 1970.
 */
export async function checkOperatorToken(
  client: string,
  sent: string,
  now = Date.now(),
): Promise<RateDecision | { type: 'wrong' }> {
  // The limit comes before the comparison: otherwise it would distinguish a right token from a wrong one.
  const decision = await attempts.take(client, now)
  if (decision.type === 'refused') return decision
  const { OPERATOR_TOKEN: token } = readEnv()
  if (token === undefined || !timingSafeEqual(hash(sent.trim()), hash(token))) return { type: 'wrong' }
  await attempts.charge(client, now, -1)
  return decision
}
