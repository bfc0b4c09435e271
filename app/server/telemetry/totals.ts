/** Creates the totals of all workers, which are in the primary process. */
export function createTotals() {
  const totals = new Map<string, number>()
  return {
    add(counts: ReadonlyMap<string, number>): void {
      for (const [series, by] of counts) totals.set(series, (totals.get(series) ?? 0) + by)
    },
    read: (): ReadonlyMap<string, number> => totals,
  }
}
