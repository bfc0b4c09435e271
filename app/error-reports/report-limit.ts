import { LRUCache } from 'lru-cache'

/** Stored reports of the server's own errors, per fingerprint and minute, and the fingerprints that are tracked. */
export const REPORT_LIMIT = { perMinute: 60, fingerprints: 1_000 } as const

const MINUTE_MS = 60_000

/** The new report, or when it is dropped the last one with the same fingerprint. */
export type Limited<T> = { type: 'made' | 'dropped'; report: T }

/**
 * Creates the function that makes a report unless its fingerprint has been reported too often within a minute. Times
 * are milliseconds.
 *
 * @param limit the limits; beyond `fingerprints` the least recently seen is forgotten
 */
export function createReportLimit<T>(
  limit: { perMinute: number; fingerprints: number } = REPORT_LIMIT,
): (fingerprint: string, now: number, make: () => T) => Limited<T> {
  const windows = new LRUCache<string, { startedAt: number; count: number; last: T }>({ max: limit.fingerprints })
  return (fingerprint, now, make) => {
    const window = windows.get(fingerprint)
    const current = window && now - window.startedAt < MINUTE_MS && now >= window.startedAt ? window : undefined
    if (current && current.count >= limit.perMinute) return { type: 'dropped', report: current.last }
    const last = make()
    windows.set(fingerprint, { startedAt: current?.startedAt ?? now, count: (current?.count ?? 0) + 1, last })
    return { type: 'made', report: last }
  }
}
