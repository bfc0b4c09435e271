import { backoffMs } from '#app/error-reports/delivery/backoff.ts'
import { limitedUntil, parseRateLimits } from '#app/error-reports/delivery/rate-limits.ts'
import { DELIVERY } from '#app/error-reports/limits.ts'

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
  /** Those categories that earlier attempts delivered. */
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
  const later = now + backoffMs(attempts, random, DELIVERY.backoffMs)
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
