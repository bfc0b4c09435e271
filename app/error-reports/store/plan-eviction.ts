import { RETENTION } from '#app/error-reports/limits.ts'

/** The tables that are derived from reports. */
export const DERIVED = ['words', 'tallies', 'problems', 'vitals', 'counters', 'buckets'] as const

/** The name of a derived table. */
export type Derived = (typeof DERIVED)[number]

/** Bytes of rows and their indexes, without free space in the database. */
export type Usage = { total: number; envelopes: number } & Record<Derived, number>

/** The deletions: a share of the rows of derived tables, and bytes of envelopes. */
export type Eviction = { derived: { table: Derived; share: number; bytes: number }[]; envelopes: number }

/**
 * Decides what to delete above the limit: first from derived tables that exceed their share of it, the largest excess
 * first; then the envelopes.
 *
 * @param limit bytes
 * @returns `undefined` below `RETENTION.high` of the limit
 */
export function planEviction(usage: Usage, limit: number): Eviction | undefined {
  if (usage.total <= RETENTION.high * limit) return undefined
  let excess = usage.total - RETENTION.low * limit
  const excessive = DERIVED.map((table) => ({ table, bytes: usage[table] - RETENTION.shares[table] * limit }))
    .filter(({ bytes }) => bytes > 0)
    .toSorted((a, b) => b.bytes - a.bytes)
  const derived = excessive.flatMap(({ table, bytes: max }) => {
    const bytes = Math.min(max, excess)
    excess -= bytes
    return bytes > 0 ? [{ table, share: bytes / usage[table], bytes }] : []
  })
  return { derived, envelopes: Math.min(excess, usage.envelopes) }
}
