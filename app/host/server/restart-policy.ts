/** Limits of restarts. Times are in milliseconds. */
export const RESTARTS = {
  /** A worker that served for so long did not fail at its start. */
  minLifeMs: 10_000,
  /** The delay after the first failed start; it doubles with each one that follows, */
  firstDelayMs: 250,
  /** up to this limit. */
  maxDelayMs: 30_000,
  /** Failed starts in a row after which a primary process without a worker ends. */
  maxFailures: 5,
} as const

/** The decision on a worker that has ended. `failures` are the failed starts in a row, with this one. */
export type Restart = { type: 'restart'; delayMs: number; failures: number } | { type: 'give-up'; failures: number }

/**
 * Decides what follows the end of a worker: it is replaced, at once if it served for a while, and after a growing delay
 * if workers keep failing soon after their start. With nobody left to respond the primary process gives up.
 *
 * @param servedMs the time for which it served; 0 if it never did
 * @param failures failed starts in a row before
 * @param serving the number of other workers
 */
export function decideRestart({
  servedMs,
  failures: before,
  serving,
}: {
  servedMs: number
  failures: number
  serving: number
}): Restart {
  if (servedMs >= RESTARTS.minLifeMs) return { type: 'restart', delayMs: 0, failures: 0 }
  const failures = before + 1
  if (serving === 0 && failures >= RESTARTS.maxFailures) return { type: 'give-up', failures }
  const delayMs = Math.min(RESTARTS.maxDelayMs, RESTARTS.firstDelayMs * 2 ** (failures - 1))
  return { type: 'restart', delayMs, failures }
}
