import type { Claimed, DeliveryOutcome } from '#fairlead/error-reports/delivery/delivery-queue.ts'

/** The delay after the first failure, and the longest one, in milliseconds. */
export const BACKOFF = { initial: 1_000, max: 300_000 } as const

/**
 * Returns the delay before the next attempt, in milliseconds. It begins with `initial` and doubles with each failure up
 * to `max`; then a random part of it, at least half, is taken, so that processes do not retry at the same moment.
 *
 * @param failures at least 1
 * @param random from 0 to 1
 */
export function backoffMs(
  failures: number,
  random: number,
  { initial, max }: { initial: number; max: number },
): number {
  const full = Math.min(max, initial * 2 ** Math.min(failures - 1, 30))
  return Math.max(initial, Math.round(full * (0.5 + random / 2)))
}

const DEFAULT_SECONDS = 60

/** The longest credible limit: a longer one counts as a mistake. */
const MAX_SECONDS = 86_400

function toMs(seconds: number): number {
  const bounded = Number.isFinite(seconds) && seconds >= 0 ? Math.min(seconds, MAX_SECONDS) : DEFAULT_SECONDS
  return Math.ceil(bounded * 1_000)
}

/** Reads `Retry-After`, which is seconds or a date. */
function retryAfterMs(header: string, now: number): number {
  if (/^\s*\d+(\.\d+)?\s*$/.test(header)) return toMs(Number(header))
  const date = Date.parse(header)
  return toMs(Number.isNaN(date) ? DEFAULT_SECONDS : Math.max(0, date - now) / 1_000)
}

/**
 * Returns the rate limits in a response of the ingest: the end of the limit by category, with `*` for all categories.
 * `X-Sentry-Rate-Limits` counts at any status. Without it `Retry-After`, or a minute, counts, but only at 429.
 *
 * @param now milliseconds since 1970, like the results
 */
export function parseRateLimits(status: number, headers: Headers, now: number): Record<string, number> {
  const limits: Record<string, number> = {}
  const set = (category: string, ms: number): void => {
    limits[category] = Math.max(limits[category] ?? 0, now + ms)
  }
  const header = headers.get('x-sentry-rate-limits')
  if (header?.trim()) {
    for (const limit of header.split(',')) {
      const [seconds = '', categories = ''] = limit.trim().split(':')
      const ms = toMs(seconds.trim() === '' ? NaN : Number(seconds))
      const named = categories.split(';').map((category) => category.trim())
      for (const category of named) if (/^[\w-]{0,40}$/.test(category)) set(category === '' ? '*' : category, ms)
    }
  } else if (status === 429) {
    const retryAfter = headers.get('retry-after')
    set('*', retryAfter === null ? toMs(DEFAULT_SECONDS) : retryAfterMs(retryAfter, now))
  }
  return limits
}

/** Returns the time until which an item of these categories has to wait; 0 if it need not wait. */
export function limitedUntil(limits: Readonly<Record<string, number>>, categories: readonly string[]): number {
  return Math.max(0, limits['*'] ?? 0, ...categories.map((category) => limits[category] ?? 0))
}

/** The response of the ingest. `status` is `null` if there was no response. `reason` is truncated. */
export type UpstreamResponse = { status: number | null; headers: Headers; reason: string | null }

/** The result of an attempt. Times are milliseconds since 1970. */
export type Outcome = Pick<DeliveryOutcome, 'state' | 'nextAt' | 'accepted'> & {
  status: number | null
  reason: string | null
  /** True if the ingest itself fails, so that all other envelopes have to wait as well. */
  failing: boolean
  limits: Readonly<Record<string, number>>
}

/**
 * Decides what follows from a response. 2xx means delivered. Without a response, and after 408, 5xx and redirects,
 * which are never followed, the envelope is retried with backoff. After 429 it is retried when its limits end, without
 * the categories that were not limited, because the ingest has accepted their items. After any other 4xx the envelope
 * will never be accepted.
 *
 * @param claimed its `attempts` are the earlier ones
 * @param random from 0 to 1
 */
export function classifyResponse(
  { status, headers, reason }: UpstreamResponse,
  { attempts, categories, accepted }: Pick<Claimed, 'attempts' | 'categories' | 'accepted'>,
  now: number,
  random: number,
): Outcome {
  const limits = status === null ? {} : parseRateLimits(status, headers, now)
  const later = now + backoffMs(attempts + 1, random, BACKOFF)
  const outcome = { status, reason: reason ?? `answered ${status}`, accepted, failing: false, limits }
  if (status === null || status === 408 || status >= 500 || (status >= 300 && status < 400)) {
    return { ...outcome, state: 'waiting', nextAt: later, failing: true }
  }
  if (status < 300) return { ...outcome, state: 'done', nextAt: now, reason: null }
  if (status !== 429) return { ...outcome, state: 'aside', nextAt: now }
  const until = limitedUntil(limits, categories)
  const others = limits['*'] || until === 0 ? [] : categories.filter((category) => limits[category] === undefined)
  return { ...outcome, state: 'waiting', nextAt: until || later, accepted: [...new Set([...accepted, ...others])] }
}
