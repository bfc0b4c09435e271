/** States of a problem. */
export const STATES = ['open', 'resolved', 'ignored'] as const

export type ProblemState = (typeof STATES)[number]

/** How far back `since` reaches, in milliseconds. */
export const SINCE_MS = { hour: 3_600_000, day: 86_400_000, week: 604_800_000 } as const

/** What the list shows and in which order, as the address has it. What is missing does not filter; the default of
 * `state` is `open`, and of `sort` the time of the last report. `fresh` asks for what this release brought. */
export type Filters = {
  state?: 'resolved' | 'ignored' | 'all'
  kind?: string
  route?: string
  release?: string
  browser?: string
  since?: keyof typeof SINCE_MS
  q?: string
  sort?: 'count' | 'first'
  isNew?: true
}

/** Texts to filter by, and how long they may be. */
const TEXTS = ['kind', 'route', 'release', 'browser', 'q'] as const
const LENGTH = 300

function oneOf<T extends string>(value: unknown, allowed: readonly T[]): T | undefined {
  return allowed.find((one) => one === value)
}

/** Reads the filters of an address. What is not understood does not filter. */
export function readFilters(search: Readonly<Record<string, unknown>>): Filters {
  const filters: Record<string, unknown> = {
    state: oneOf(search.state, ['resolved', 'ignored', 'all']),
    since: oneOf(search.since, ['hour', 'day', 'week']),
    sort: oneOf(search.sort, ['count', 'first']),
    isNew: search.isNew === true || undefined,
  }
  for (const name of TEXTS) {
    const value = search[name]
    // The router reads `q=42` as a number.
    if (typeof value === 'string' || typeof value === 'number') filters[name] = String(value).slice(0, LENGTH)
  }
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined && value !== ''))
}
