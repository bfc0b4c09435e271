import { setResponseHeader } from '@tanstack/react-start/server'
import { noticeText } from '#fairlead/errors/document-context.server.ts'
import { PublicError } from '#fairlead/errors/public-error.ts'
import { createSharedBuckets } from '#fairlead/platform/http/shared-buckets.server.ts'
import type { Rate } from '#fairlead/platform/http/token-bucket.ts'
import { currentRequest } from '#fairlead/sessions/current-session.server.ts'

/** Counts right and wrong attempts: a burst, then so many a second. The workers of a machine count together. */
export const SIGN_IN_LIMITS: Record<'client' | 'account' | 'accountOfAll', Rate> & { remembered: number } = {
  /** A client, for all accounts. */
  client: { perSecond: 0.1, burst: 20 },
  /** An account, from one client. */
  account: { perSecond: 1 / 30, burst: 10 },
  /** An account, from all clients together. */
  accountOfAll: { perSecond: 1 / 3, burst: 100 },
  remembered: 10_000,
}

/**
 * Returns the seconds to wait when there were too many attempts. A refused attempt takes nothing from a wider limit, so
 * that one client cannot keep the owner out of an account.
 */
export function createSignInLimit({ client, account, accountOfAll, remembered } = SIGN_IN_LIMITS) {
  const clients = createSharedBuckets('sign-in client', client, remembered)
  const pairs = createSharedBuckets('sign-in account of a client', account, remembered)
  const accounts = createSharedBuckets('sign-in account', accountOfAll, remembered)
  return async (clientKey: string, accountKey: string, now: number): Promise<number | undefined> => {
    const counted = [
      [clients, clientKey],
      [pairs, `${clientKey} ${accountKey}`],
      [accounts, accountKey],
    ] as const
    for (const [buckets, key] of counted) {
      const take = await buckets.take(key, now)
      if (take.type === 'refused') return take.retryAfterSeconds
    }
    return undefined
  }
}

const countAttempt = createSignInLimit()

/**
 * Counts an attempt of the current request to sign in. Await it before the password is looked at: otherwise the limit
 * would tell a right one from a wrong one.
 *
 * @param account the account's name as it was typed; upper and lower case are the same
 * @throws PublicError 429, with `Retry-After`, when there were too many attempts of this client, or on this account
 */
export async function limitSignIn(account: string): Promise<void> {
  const { client } = currentRequest()
  const wait = await countAttempt(client.key, account.trim().toLowerCase().slice(0, 256), Date.now())
  if (wait === undefined) return
  setResponseHeader('retry-after', String(wait))
  throw new PublicError('TOO_MANY_ATTEMPTS', 429, await noticeText('signInTooMany', { seconds: wait }))
}
