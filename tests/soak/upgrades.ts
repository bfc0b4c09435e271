/** Number of versions before the installed one of which the oldest is tried where none follows it. */
const VERSIONS_BEFORE = 4

type Version = readonly [major: number, minor: number, patch: number]

/** Returns the numbers of a released version; `undefined` for a prerelease. */
function numbersOf(version: string): Version | undefined {
  const [, major, minor, patch] = /^(\d+)\.(\d+)\.(\d+)$/.exec(version) ?? []
  return patch === undefined ? undefined : [Number(major), Number(minor), Number(patch)]
}

function compare(one: Version, other: Version): number {
  return one[0] - other[0] || one[1] - other[1] || one[2] - other[2]
}

/**
 * Returns the version of a package to try: the newest minor after the installed version, else the newest patch. Where there
 * is neither, the fourth before it: what differs between them is what an upgrade brings.
 *
 * @param published all versions of the package, in any order
 */
export function upgradeOf(installed: string, published: readonly string[]): string | undefined {
  const current = numbersOf(installed)
  if (!current) throw new Error(`${JSON.stringify(installed)} is not a version; allowed: three numbers, such as 1.2.3`)
  const released = published
    .map(numbersOf)
    .filter((version) => version?.[0] === current[0])
    .filter((version) => version !== undefined)
    .toSorted(compare)
  const [before] = released.filter((version) => compare(version, current) < 0).slice(-VERSIONS_BEFORE)
  const newest = released.at(-1)
  return (newest && compare(newest, current) > 0 ? newest : before)?.join('.')
}
