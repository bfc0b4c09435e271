import { createTokenBuckets, type Rate, type TokenBuckets } from '#fairlead/platform/http/token-bucket.ts'
import { type Shared, shareObject } from '#fairlead/platform/shared-object.server.ts'

export type Limiter = Shared<TokenBuckets>

export const UNLIMITED: Limiter = { take: async () => ({ type: 'allowed' }), charge: async () => {} }

/**
 * Returns token buckets by key, shared by all workers of this machine.
 *
 * @param max keys that are remembered: the least recently used one is forgotten first
 */
export function createSharedBuckets(name: string, rate: Rate, max: number): Limiter {
  return shareObject('buckets', createTokenBuckets(rate, max), [name, rate, max])
}

export function createNamedBuckets() {
  const all = new Map<string, TokenBuckets>()
  const named = (name: string, rate: Rate, max: number): TokenBuckets => {
    // A new build may have another rate.
    const id = `${name} ${rate.perSecond} ${rate.burst}`
    const buckets = all.get(id) ?? createTokenBuckets(rate, max)
    all.set(id, buckets)
    return buckets
  }
  return {
    take: (name: string, rate: Rate, max: number, key: string, now: number, cost?: number) =>
      named(name, rate, max).take(key, now, cost),
    charge: (name: string, rate: Rate, max: number, key: string, now: number, cost: number) =>
      named(name, rate, max).charge(key, now, cost),
  }
}
