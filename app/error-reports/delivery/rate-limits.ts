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
