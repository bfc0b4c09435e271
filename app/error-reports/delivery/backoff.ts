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
