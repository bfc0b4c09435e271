const UNEXPLAINED = 'not intended'

type Reasons<Difference> = {
  /** The intended reasons, in their order. */
  all: readonly string[]
  of: (difference: Difference) => readonly string[]
  /** Differences that are printed for each; all without. */
  examples?: number
}

/** Prints differences by their reasons. Returns the number of those without one, of which each is printed. */
export function printDifferences<Difference>(
  differences: readonly Difference[],
  { all, of, examples }: Reasons<Difference>,
  describe: (difference: Difference) => string,
): number {
  const found = differences.flatMap((difference) => {
    const reasons = of(difference)
    return (reasons.length > 0 ? reasons : [UNEXPLAINED]).map((reason) => ({ reason, difference }))
  })
  const groups = Map.groupBy(found, ({ reason }) => reason)
  for (const reason of [...all, UNEXPLAINED]) {
    const group = groups.get(reason) ?? []
    console.log(`\n${group.length} × ${reason}`)
    for (const { difference } of reason === UNEXPLAINED ? group : group.slice(0, examples)) {
      console.log(describe(difference))
    }
  }
  return groups.get(UNEXPLAINED)?.length ?? 0
}
