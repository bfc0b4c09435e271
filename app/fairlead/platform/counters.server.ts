import { shareObject } from '#fairlead/platform/shared-object.server.ts'

/** The help texts of the counters by name. Counters start at 0 with the server. */
export const COUNTERS = {
  http_requests_total: 'Responses by the stage that made them and by status; prefetches apart.',
  beside_requests_total: 'Responses where an old application runs beside, by side and shared path.',
  server_function_calls_total: 'Calls of server functions by browsers; prefetches apart.',
  page_cache_total: 'Requests for cached pages by what the cache had.',
  data_cache_total: 'Calls of cached functions by what the cache had.',
  visitor_parts_total: 'Parts of pages per visitor by where their response has them.',
} as const

type Labels = Readonly<Record<string, string | number>>

/** Returns the name of a series in Prometheus's format: `name{label="value"}`. */
export function seriesOf(name: string, labels: Labels): string {
  const pairs = Object.entries(labels).map(([label, value]) => `${label}=${JSON.stringify(String(value))}`)
  return `${name}{${pairs.join(',')}}`
}

export function createTotals() {
  const totals = new Map<string, number>()
  return {
    add(counts: ReadonlyMap<string, number>): void {
      for (const [series, by] of counts) totals.set(series, (totals.get(series) ?? 0) + by)
    },
    read: (): ReadonlyMap<string, number> => totals,
  }
}

/** A worker adds its counts to the totals after this time, in milliseconds. */
const FLUSH_MS = 1_000

const totals = shareObject('metrics', createTotals())
let counts = new Map<string, number>()
let timer: NodeJS.Timeout | undefined

async function flush(): Promise<void> {
  clearTimeout(timer)
  timer = undefined
  const flushed = counts
  counts = new Map()
  await totals.add(flushed)
}

/** Adds one to a counter. Each label has few values, and no value comes from a visitor. */
export function count(name: keyof typeof COUNTERS, labels: Labels): void {
  const series = seriesOf(name, labels)
  counts.set(series, (counts.get(series) ?? 0) + 1)
  // The primary process of an older build has no totals.
  timer ??= setTimeout(() => void flush().catch(() => {}), FLUSH_MS).unref()
}

/** Returns the counters of all workers by series. The last second of other workers is missing. */
export async function readCounters(): Promise<ReadonlyMap<string, number>> {
  await flush()
  return totals.read()
}
