/** Number of versions before the installed one that are tried where none follows it. */
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
 * Returns the versions of a package to try: the newest patch and the newest minor after the installed version. Where there
 * is neither, the last four before it, the newest first: what differs between them is what an upgrade brings.
 *
 * @param published all versions of the package, in any order
 */
export function upgradesOf(installed: string, published: readonly string[]): string[] {
  const current = numbersOf(installed)
  if (!current) throw new Error(`${JSON.stringify(installed)} is not a version; allowed: three numbers, such as 1.2.3`)
  const released = published
    .map(numbersOf)
    .filter((version) => version?.[0] === current[0])
    .filter((version) => version !== undefined)
    .toSorted(compare)
  const after = released.filter((version) => compare(version, current) > 0)
  const patch = after.findLast(([, minor]) => minor === current[1])
  const minor = after.findLast((version) => version[1] > current[1])
  const next = [patch, minor].filter((version) => version !== undefined)
  const before = released.filter((version) => compare(version, current) < 0).slice(-VERSIONS_BEFORE)
  return (next.length > 0 ? next : before.toReversed()).map((version) => version.join('.'))
}
