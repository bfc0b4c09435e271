import { isDataError } from '#fairlead/database/database-errors.ts'
import { addCount } from '#fairlead/error-reports/store/insert-envelopes.server.ts'
import { dayOf, type ReportDatabase } from '#fairlead/error-reports/store/schema.ts'

/** Labels of one name, per process and day. Further labels count as `other`, because labels are untrusted. */
const MAX_LABELS = 100

type Count = { day: number; name: string; label: string; count: number }

export type Counters = ReturnType<typeof createCounters>

/** Creates the counters of a store by day, which are written in batches. `now` is milliseconds since 1970. */
export function createCounters({ db }: ReportDatabase, now: () => number) {
  let counts = new Map<string, Count>()

  let today = 0
  let labels = new Map<string, Set<string>>()

  const limitLabels = (name: string, label: string): string => {
    const known = labels.get(name) ?? new Set()
    labels.set(name, known)
    if (known.size >= MAX_LABELS && !known.has(label)) return 'other'
    known.add(label)
    return label
  }

  /** Adds to a counter. `label` is truncated to 60 characters. */
  const count = (name: string, label: string, by = 1): void => {
    const day = Number(dayOf(now()))
    if (day !== today) [today, labels] = [day, new Map<string, Set<string>>()]
    const short = limitLabels(name, label.slice(0, 60).replaceAll('\0', '').toWellFormed())
    const key = `${day} ${name} ${short}`
    const entry = counts.get(key) ?? { day, name, label: short, count: 0 }
    entry.count += by
    counts.set(key, entry)
  }

  async function write(written: Count[]): Promise<void> {
    try {
      await db
        .insertInto('counters')
        .values(written)
        .onConflict((conflict) => conflict.columns(['day', 'name', 'label']).doUpdateSet(addCount('counters')))
        .execute()
    } catch (error) {
      if (!isDataError(error)) for (const { name, label, count: by } of written) count(name, label, by)
      else if (written.length > 1) await Promise.allSettled(written.map((each) => write([each])))
      throw error
    }
  }

  return {
    count,
    /**
     * Writes new counts; resolves to true if there were any. After a failure they stay for the next call. A count that
     * the database does not accept is dropped, and the others are written.
     */
    async flush(): Promise<boolean> {
      const written = [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => entry)
      if (written.length === 0) return false
      counts = new Map()
      await write(written)
      return true
    },
  }
}
