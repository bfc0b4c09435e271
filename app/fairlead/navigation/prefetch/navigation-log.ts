import type { PrefetchStatus } from '#fairlead/navigation/prefetch/prefetch-cache.ts'

/** The source of a loader's data: the cache, the cache while it is refreshed, or the server. */
export type LoadDecision = 'cached' | 'refresh' | 'fetch'

/** The state in which a navigation finds its prefetch. `joined` is a prefetch that is still running. */
type PrefetchOutcome = PrefetchStatus | 'absent' | 'joined'

/**
 * A wait of a navigation: for the engine, the code of its page, a server that is out of reach, a document; a query without
 * data, by its hash; a response to another request, by its path; a redirect that the server decides, by its target.
 */
export type Wait =
  | { readonly for: 'engine' | 'code' | 'server' | 'document' }
  | { readonly for: 'data' | 'response' | 'redirect'; readonly name: string }

/** One navigation in the inspector. Its queries are counted by the source of their data, except joined ones. */
export interface NavigationRecord {
  readonly target: string
  readonly found: PrefetchOutcome
  /** Epoch milliseconds. */
  readonly startedAt: number
  /** Time from its start to the new page, in milliseconds. */
  readonly tookMs: number
  readonly queries: Record<LoadDecision, number>
  readonly waits: Wait[]
  /** True if the route promises, by `staticData.instant`, that its pages wait for nothing. */
  readonly isInstant: boolean
}

/** A query that a prefetch of `target` fetches. */
export type PrefetchedQuery = { readonly target: string; readonly queryHash: string }

const SIZE = 20

const isSame = (one: Wait, other: Wait): boolean =>
  one.for === other.for && ('name' in one ? one.name : '') === ('name' in other ? other.name : '')

/** Returns the waits of a navigation that is redirected: the code of its page is not needed. */
const neededWaits = ({ waits }: Pick<NavigationRecord, 'waits'>): Wait[] => waits.filter((wait) => wait.for !== 'code')

/**
 * Creates the log of a tab's navigations.
 *
 * @param whenPainted calls a function once a new page is on the screen, with what its components have begun to load
 */
export function createNavigationLog(whenPainted: (run: () => void) => void) {
  let current: Omit<NavigationRecord, 'tookMs'> | undefined
  /** The navigation that has ended, until its page is on the screen. */
  let ended: typeof current
  let isRedirected = false
  /** The waits of a navigation that has not begun. */
  let waits: Wait[] = []
  let records: readonly NavigationRecord[] = []

  /** Records a wait of the current navigation, or of the next one if none has begun. */
  function waitFor(wait: Wait, noted = current?.waits ?? waits): void {
    if (!noted.some((each) => isSame(each, wait))) noted.push(wait)
  }

  return {
    /**
     * Starts a record. A record that has not ended is dropped, because the visitor has moved on, unless a redirect leads to
     * this target.
     */
    begin(target: string, found: PrefetchOutcome, isInstant = false): void {
      const from = isRedirected ? current : undefined
      current = {
        target,
        found,
        startedAt: from?.startedAt ?? Date.now(),
        queries: { cached: 0, refresh: 0, fetch: 0 },
        waits: from ? [...neededWaits(from), { for: 'redirect', name: target }] : waits,
        isInstant: isInstant || from?.isInstant === true,
      }
      ended = undefined
      isRedirected = false
      waits = []
    },
    /** Records that the current navigation is redirected. A redirect counts as a wait only if something else did before. */
    redirect(): void {
      isRedirected = current !== undefined && neededWaits(current).length > 0
    },
    countQuery(source: LoadDecision, query: string): void {
      if (!current) return
      current.queries[source] += 1
      if (source === 'fetch') waitFor({ for: 'data', name: query })
    },
    waitFor,
    /** Records that a component of the page fetches a query without data. */
    fetchForComponent(query: string): void {
      const shown = current ?? ended
      if (shown) waitFor({ for: 'data', name: query }, shown.waits)
    },
    /**
     * Records the response to a request: to one that is no prefetch, unless it is for a query, which is known by its name
     * already; or to one of a prefetch that this navigation has joined, whose queries nobody else names.
     */
    receive(path: string, prefetch?: PrefetchedQuery): void {
      if (!current || current.queries.refresh > 0) return
      if (prefetch) {
        if (prefetch.target === current.target) waitFor({ for: 'data', name: prefetch.queryHash })
      } else if (!current.waits.some((wait) => wait.for === 'data')) waitFor({ for: 'response', name: path })
    },
    end(): void {
      if (!current) return
      const record = current
      records = [{ ...record, tookMs: Date.now() - record.startedAt }, ...records].slice(0, SIZE)
      ended = record
      current = undefined
      whenPainted(() => {
        if (ended === record) ended = undefined
      })
    },
    /** The waits of the navigation that has not ended. */
    waiting: (): readonly Wait[] => current?.waits ?? [],
    /** The last navigations, newest first; the same array until another one ends. */
    list: (): readonly NavigationRecord[] => records,
  }
}

export type NavigationLog = ReturnType<typeof createNavigationLog>
