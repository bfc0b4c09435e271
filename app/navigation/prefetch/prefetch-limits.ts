/**
 * Every number of the prefetch engine. Change them here and nowhere else; times are milliseconds.
 *
 * - `concurrency`: prefetch requests in flight at once.
 * - `freshMs`, `reusableMs`: ages at which data leaves `fresh`/`reusable` and `stale` (see status.ts).
 * - `intentDelayMs`: how long a pointer or the focus rests on a link before it counts. A touch counts at once.
 * - `remembered`: targets whose history (trigger, hits) is kept; the data itself is TanStack Query's.
 */
export const PREFETCH = {
  concurrency: 5,
  freshMs: 30_000,
  reusableMs: 300_000,
  intentDelayMs: 50,
  remembered: 10_000,
} as const
