/**
 * How long to wait after failures in a row: from `first` on, doubled every time up to `most`, and of that a random part
 * between half and all, so that processes do not come back at the same moment.
 *
 * @param failures at least 1
 * @param random from 0 to 1
 * @returns milliseconds
 */
export function backoffMs(failures: number, random: number, { first, most }: { first: number; most: number }): number {
  const full = Math.min(most, first * 2 ** Math.min(failures - 1, 30))
  return Math.max(first, Math.round(full * (0.5 + random / 2)))
}
