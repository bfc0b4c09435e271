/** Counts of the soak suite, smaller when `SOAK_SCALE` is below 1. */
export function soakCount(full: number): number {
  const scale = Number(process.env.SOAK_SCALE ?? 1)
  return Math.max(1, Math.round(full * scale))
}
