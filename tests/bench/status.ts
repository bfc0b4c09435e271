import { QueryClient } from '@tanstack/react-query'
import { createPrefetchCache } from '#fairlead/navigation/prefetch/prefetch-cache.ts'
import { median, rounded } from '#tests/bench/statistics.ts'
import type { Measurement } from '#tests/bench/measurement.ts'

const ENTRIES = 10_000
const LOOKUPS = 1_000_000
const RUNS = 7

/** Measures reading the status of one of 10 000 entries. */
export function measureStatus(): Measurement[] {
  const queryClient = new QueryClient({ defaultOptions: { queries: { gcTime: Number.POSITIVE_INFINITY } } })
  const entries = createPrefetchCache(queryClient.getQueryCache(), ENTRIES)
  const now = Date.now()
  const targets = Array.from({ length: ENTRIES }, (_, index) => `/lab/item/${index}?delay=300`)
  for (const target of targets) {
    queryClient.setQueryData([target], target)
    entries.track(target, JSON.stringify([target]), 'intent')
  }
  let fresh = 0
  const runs = Array.from({ length: RUNS }, () => {
    const since = performance.now()
    // A stride that meets every entry, not in the order in which they were made.
    for (let lookup = 0; lookup < LOOKUPS; lookup++) {
      if (entries.status(targets[(lookup * 7_919) % ENTRIES] ?? '', now) === 'fresh') fresh += 1
    }
    return ((performance.now() - since) / LOOKUPS) * 1_000
  })
  if (fresh !== RUNS * LOOKUPS) throw new Error(`${fresh} look-ups found fresh data, not ${RUNS * LOOKUPS}`)
  return [
    {
      name: `status of one of ${ENTRIES} entries, median`,
      value: rounded(median(runs), 3),
      unit: 'µs',
      aim: 1,
    },
  ]
}
