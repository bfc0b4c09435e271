import { RETENTION } from '#app/error-reports/limits.ts'

/** The tables that what was made of reports is in. */
export const DERIVED = ['words', 'tallies', 'problems', 'vitals', 'counters', 'buckets'] as const

export type Derived = (typeof DERIVED)[number]

/** Bytes that rows and their indexes take. Free space that the database keeps for new rows does not count. */
export type Usage = { total: number; envelopes: number } & Record<Derived, number>

/** What is to be deleted: a share of the rows of each table, and of the envelopes so many bytes in use. */
export type Eviction = { derived: { table: Derived; share: number; bytes: number }[]; envelopes: number }

/**
 * Decides what goes when too much is in use: first what was made of reports, as far as it exceeds its own share of the
 * limit, the most excessive first; then the reports themselves.
 *
 * @param limit bytes
 * @returns `undefined` while there is room
 */
export function planEviction(usage: Usage, limit: number): Eviction | undefined {
  if (usage.total <= RETENTION.high * limit) return undefined
  let excess = usage.total - RETENTION.low * limit
  const over = DERIVED.map((table) => ({ table, bytes: usage[table] - RETENTION.shares[table] * limit }))
    .filter(({ bytes }) => bytes > 0)
    .toSorted((a, b) => b.bytes - a.bytes)
  const derived = over.flatMap(({ table, bytes: most }) => {
    const bytes = Math.min(most, excess)
    excess -= bytes
    return bytes > 0 ? [{ table, share: bytes / usage[table], bytes }] : []
  })
  return { derived, envelopes: Math.min(excess, usage.envelopes) }
}
