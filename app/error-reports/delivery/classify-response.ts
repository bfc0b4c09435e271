import { backoffMs } from '#app/error-reports/delivery/backoff.ts'
import { limitedUntil, parseRateLimits } from '#app/error-reports/delivery/rate-limits.ts'
import { DELIVERY } from '#app/error-reports/limits.ts'

/** What the ingest did with an envelope. `reason` is its own, cut. */
export type UpstreamResponse =
  | { type: 'answered'; status: number; headers: Headers; reason: string | null }
  | { type: 'unanswered'; reason: string }

/** What follows for the envelope. Times are milliseconds since 1970. */
export type Outcome =
  | { type: 'delivered'; status: number }
  /** Sent again from `at` on. `failing`: the ingest itself is in trouble, so all the others wait as well. */
  | { type: 'again'; at: number; failing: boolean; status: number | null; reason: string; taken: readonly string[] }
  | { type: 'aside'; status: number; reason: string }

export type ClassifiedResponse = { verdict: Outcome; limits: Record<string, number> }

type Attempt = {
  /** This one included. */
  attempts: number
  categories: readonly string[]
  taken: readonly string[]
}

/**
 * Decides what an answer means. 2xx is delivered. No answer, 408, 5xx and redirections, which are never followed, are
 * tried again with backoff. 429 is tried again when its limits end, without what it did not limit: an ingest takes
 * those items all the same. Every other 4xx means that the envelope will never be taken.
 *
 * @param random from 0 to 1
 */
export function classifyResponse(
  answer: UpstreamResponse,
  { attempts, categories, taken }: Attempt,
  now: number,
  random: number,
): ClassifiedResponse {
  const later = now + backoffMs(attempts, random, DELIVERY.backoffMs)
  if (answer.type === 'unanswered') {
    const { reason } = answer
    return { verdict: { type: 'again', at: later, failing: true, status: null, reason, taken }, limits: {} }
  }
  const { status, headers } = answer
  const limits = parseRateLimits(status, headers, now)
  const reason = answer.reason ?? `answered ${status}`
  if (status >= 200 && status < 300) return { verdict: { type: 'delivered', status }, limits }
  if (status === 429) {
    const until = limitedUntil(limits, categories)
    const all = limits['*'] !== undefined || until === 0
    const refused = all ? categories : categories.filter((category) => limits[category] !== undefined)
    const rest = [...new Set([...taken, ...categories.filter((category) => !refused.includes(category))])]
    const at = until === 0 ? later : until
    return { verdict: { type: 'again', at, failing: false, status, reason, taken: rest }, limits }
  }
  if (status === 408 || status < 400 || status >= 500) {
    return { verdict: { type: 'again', at: later, failing: true, status, reason, taken }, limits }
  }
  return { verdict: { type: 'aside', status, reason }, limits }
}
