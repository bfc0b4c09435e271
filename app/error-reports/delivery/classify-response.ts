/** The delay after the first failure, and the longest one, in milliseconds. */
export const BACKOFF = { initial: 1_000, max: 300_000 } as const

/**
 * Returns the delay after consecutive failures: `initial`, doubled with each failure up to `max`, of which a random
 * part between half and all is taken, so that processes do not retry at the same moment.
 *
 * @param failures at least 1
 * @param random from 0 to 1
 * @returns milliseconds
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

/** The longest credible limit: a longer one is taken for a mistake. */
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
 * Returns the rate limits that a response of the ingest sets: the end of the limit by category, `*` for all of them.
 * `X-Sentry-Rate-Limits` counts at any status; without it `Retry-After`, or a minute, but only at 429.
 *
 * @param now milliseconds since 1970, as the results
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

/** Returns the time until which an item of these categories has to wait; 0 when it need not. */
export function limitedUntil(limits: Readonly<Record<string, number>>, categories: readonly string[]): number {
  return Math.max(0, limits['*'] ?? 0, ...categories.map((category) => limits[category] ?? 0))
}

/** The result of sending an envelope. `reason` is the ingest's own, truncated. */
export type UpstreamResponse =
  | { type: 'response'; status: number; headers: Headers; reason: string | null }
  | { type: 'no-response'; reason: string }

/** The consequence for the envelope. Times are milliseconds since 1970. */
export type Outcome =
  | { type: 'delivered'; status: number }
  /**
   * To be sent again from `at` on, without the `accepted` categories. `failing`: the ingest itself fails, so every
   * other envelope waits as well.
   */
  | { type: 'retry'; at: number; failing: boolean; status: number | null; reason: string; accepted: readonly string[] }
  /** Refused for good. */
  | { type: 'dead'; status: number; reason: string }

/** The outcome for the envelope, and the rate limits that the response sets: category to milliseconds since 1970. */
export type ClassifiedResponse = { outcome: Outcome; limits: Record<string, number> }

type Attempt = {
  /** This one included. */
  attempts: number
  categories: readonly string[]
  /** The categories that earlier attempts delivered. */
  accepted: readonly string[]
}

/**
 * Decides what a response means. 2xx is delivered. No response, 408, 5xx and redirects, which are never followed, are
 * retried with backoff. 429 is retried when its limits end, without the categories that it did not limit: an ingest
 * accepts those items all the same. Every other 4xx means that the envelope will never be accepted.
 *
 * @param random from 0 to 1
 */
export function classifyResponse(
  response: UpstreamResponse,
  { attempts, categories, accepted }: Attempt,
  now: number,
  random: number,
): ClassifiedResponse {
  const later = now + backoffMs(attempts, random, BACKOFF)
  if (response.type === 'no-response') {
    const { reason } = response
    return { outcome: { type: 'retry', at: later, failing: true, status: null, reason, accepted }, limits: {} }
  }
  const { status, headers } = response
  const limits = parseRateLimits(status, headers, now)
  const reason = response.reason ?? `answered ${status}`
  if (status >= 200 && status < 300) return { outcome: { type: 'delivered', status }, limits }
  if (status === 429) {
    const until = limitedUntil(limits, categories)
    const all = limits['*'] !== undefined || until === 0
    const refused = all ? categories : categories.filter((category) => limits[category] !== undefined)
    const rest = [...new Set([...accepted, ...categories.filter((category) => !refused.includes(category))])]
    const at = until === 0 ? later : until
    return { outcome: { type: 'retry', at, failing: false, status, reason, accepted: rest }, limits }
  }
  if (status === 408 || status < 400 || status >= 500) {
    return { outcome: { type: 'retry', at: later, failing: true, status, reason, accepted }, limits }
  }
  return { outcome: { type: 'dead', status, reason }, limits }
}
