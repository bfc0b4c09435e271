import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isAt } from './compare-addresses.ts'
import type { Comparison, Found } from './compare.ts'
import { SourceError } from './source.ts'

export const ACCEPTED_FILE = 'accepted-differences.json'

export const ALL_PAGES = '/[[...path]]'

/** A difference that is intended. A field that is left out matches everything. */
export type Accepted = {
  /** An address or a route, `/blog/[slug]`; `/[[...path]]` matches all. */
  readonly address: string
  readonly what: string
  readonly old?: string
  readonly new?: string
  readonly when?: string
  readonly why: string
}

const KEYS: ReadonlySet<string> = new Set(['address', 'what', 'old', 'new', 'when', 'why'])

/**
 * Reads the accepted differences of an application.
 *
 * @throws SourceError if the file is not valid
 */
export function readAccepted(folder: string): Accepted[] {
  const file = join(folder, ACCEPTED_FILE)
  if (!existsSync(file)) return []
  let entries: unknown
  try {
    entries = JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    throw new SourceError(`${file} is not JSON`)
  }
  if (!Array.isArray(entries)) throw new SourceError(`${file} is not an array of entries`)
  for (const [index, entry] of (entries as unknown[]).entries()) {
    const pairs = Object.entries(Object(entry) as object)
    const wrong = pairs.find(([key, value]) => !KEYS.has(key) || typeof value !== 'string')?.[0]
    const missing = ['address', 'what', 'why'].find((key) => !pairs.some(([name]) => name === key))
    if (wrong ?? missing)
      throw new SourceError(
        `${file}: entry ${index + 1} has ${wrong === undefined ? `no ${missing}` : `a wrong ${wrong}`}; allowed: texts for ${[...KEYS].join(', ')}, of which address, what and why are needed`,
      )
  }
  return entries as Accepted[]
}

const matches = (entry: Accepted, address: string, found: Found, prefixes: readonly string[]): boolean =>
  isAt(entry.address, address, prefixes) &&
  (['what', 'old', 'new', 'when'] as const).every((key) => entry[key] === undefined || entry[key] === found[key])

type Judged = {
  /** The comparisons without the differences that are accepted. */
  readonly left: Comparison[]
  /** The entries for addresses and ways of this run that match no difference. */
  readonly unused: Accepted[]
}

/** Removes accepted differences from a comparison. `wasAsked` is false for an entry that this run cannot judge. */
export function judge(
  compared: readonly Comparison[],
  accepted: readonly Accepted[],
  prefixes: readonly string[],
  wasAsked: (entry: Accepted) => boolean,
): Judged {
  const used = new Set<Accepted>()
  const left = compared.map((each) => ({
    ...each,
    differences: each.differences.filter((found) => {
      const entries = accepted.filter((entry) => matches(entry, each.address, found, prefixes))
      for (const entry of entries) used.add(entry)
      return entries.length === 0
    }),
  }))
  const unused = accepted.filter(
    (entry) =>
      // A run does not ask for all addresses of a route.
      !used.has(entry) && wasAsked(entry) && compared.some(({ address }) => address === entry.address),
  )
  return { left, unused }
}

/**
 * Writes entries, and one for each difference. If all addresses of a route have the difference, the entry is for the
 * route. The entry for a header is for all pages if several pages have it, and replaces their entries.
 */
export function writeAccepted(
  folder: string,
  kept: readonly Accepted[],
  left: readonly Comparison[],
  routes: readonly string[],
  prefixes: readonly string[],
): number {
  const added = new Map<string, Accepted>()
  const replaced = new Set<Accepted>()
  for (const { address, differences } of left)
    for (const { what, old, new: next, when, isNote } of differences) {
      if (isNote) continue
      const isSame = (other: Found) =>
        other.what === what && other.old === old && other.new === next && other.when === when
      const isHeader = what.startsWith('header ')
      const route = [...routes, ...(isHeader ? [ALL_PAGES] : [])].find((each) => {
        const own = left.filter((one) => isAt(each, one.address, prefixes))
        return (
          own.length > 1 &&
          own.some((one) => one.address === address) &&
          own.every((one) => one.differences.some(isSame))
        )
      })
      const twins = kept.filter(
        (each) => isHeader && isSame({ old: '', new: '', when: '', ...each }) && each.address !== address,
      )
      for (const twin of twins) replaced.add(twin)
      const to = twins.length > 0 ? ALL_PAGES : (route ?? address)
      const why = twins.find((twin) => twin.why !== '')?.why ?? ''
      const entry = { address: to, what, old, new: next, ...(when === '' ? {} : { when }), why }
      added.set(JSON.stringify(entry), entry)
    }
  const entries = [...kept.filter((entry) => !replaced.has(entry)), ...added.values()].toSorted((one, other) =>
    one.address + one.what < other.address + other.what ? -1 : 1,
  )
  writeFileSync(join(folder, ACCEPTED_FILE), `${JSON.stringify(entries, null, 2)}\n`)
  return added.size
}
