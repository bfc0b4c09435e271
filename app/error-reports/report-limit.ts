import { LRUCache } from 'lru-cache'

/** How many of the server's own reports of one failure are stored, and how many failures are told apart for that. */
export const REPORT_LIMIT = { perMinute: 60, fingerprints: 1_000 } as const

const MINUTE_MS = 60_000

/** `report` is the new one, or the last one of the same failure in place of one that was not made. */
export type Limited<T> = { type: 'made' | 'left-out'; report: T }

/**
 * Returns the function that makes a report unless its failure has been reported too often within a minute.
 *
 * @param limit what is allowed; the failure unseen for longest is forgotten first
 */
export function createReportLimit<T>(
  limit: { perMinute: number; fingerprints: number } = REPORT_LIMIT,
): (fingerprint: string, now: number, make: () => T) => Limited<T> {
  const windows = new LRUCache<string, { since: number; made: number; last: T }>({ max: limit.fingerprints })
  return (fingerprint, now, make) => {
    const before = windows.get(fingerprint)
    const current = before && now - before.since < MINUTE_MS && now >= before.since ? before : undefined
    if (current && current.made >= limit.perMinute) return { type: 'left-out', report: current.last }
    const last = make()
    windows.set(fingerprint, { since: current?.since ?? now, made: (current?.made ?? 0) + 1, last })
    return { type: 'made', report: last }
  }
}
