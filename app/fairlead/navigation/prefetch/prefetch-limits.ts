/**
 * The limits of the prefetch engine. Times are in milliseconds.
 *
 * - `concurrency`: prefetch requests in flight at once.
 * - `freshMs`, `reusableMs`: ages at which data leaves `fresh`/`reusable` and `stale` (see `getPrefetchStatus`).
 * - `intentDelayMs`: time that a pointer or the focus stays on a link before it counts. A touch counts at once.
 * - `remembered`: targets whose source and hits are recorded; the data itself is in the query cache.
 */
export const PREFETCH = {
  concurrency: 5,
  freshMs: 30_000,
  reusableMs: 300_000,
  intentDelayMs: 50,
  remembered: 10_000,
} as const
