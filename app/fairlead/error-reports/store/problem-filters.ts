/**
 * The number of rows that the desk counts at most, because counting reads each row: the tabs of a problem (beyond it,
 * the number of reports says more), and the deliveries in one state.
 */
export const COUNTED = { tabs: 100, deliveries: 10_000 } as const

export const STATES = ['open', 'resolved', 'ignored'] as const

/** The state of a problem. The next report opens a resolved problem, but not an ignored one. */
export type ProblemState = (typeof STATES)[number]

/** The durations that `since` can have, in milliseconds. */
export const SINCE_MS = { hour: 3_600_000, day: 86_400_000, week: 604_800_000 } as const

/** The columns of reports whose values are counted by problem, so that the list can be filtered by them. */
export const COUNTED_FACETS = ['route', 'release', 'browser'] as const

/** All that the list can be filtered by. The label of each is a message of `reports.filters`. */
export const FACETS = ['kind', ...COUNTED_FACETS] as const

export type Facet = (typeof FACETS)[number]

/**
 * The filters and the order of the list, from the URL's search params. `state` is `open` by default, and `sort` is the
 * time of the last report. `isNew` selects problems that began with the running release.
 */
export type Filters = Partial<Record<Facet, string>> & {
  state?: 'resolved' | 'ignored' | 'all'
  since?: keyof typeof SINCE_MS
  q?: string
  sort?: 'count' | 'first'
  isNew?: true
}

const MAX_LENGTH = 300

function oneOf<T extends string>(value: unknown, allowed: readonly T[]): T | undefined {
  return allowed.find((one) => one === value)
}

/** Reads the filters from search params. Ignores unknown filters and invalid values. */
export function readFilters(search: Readonly<Record<string, unknown>>): Filters {
  const filters: Record<string, unknown> = {
    state: oneOf(search.state, ['resolved', 'ignored', 'all']),
    since: oneOf(search.since, ['hour', 'day', 'week']),
    sort: oneOf(search.sort, ['count', 'first']),
    isNew: search.isNew === true || search.isNew === 'true' || undefined,
  }
  for (const name of [...FACETS, 'q']) {
    const value = search[name]
    if (typeof value === 'string') filters[name] = value.slice(0, MAX_LENGTH)
  }
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined && value !== ''))
}
