import type { PrefetchStatus } from '#fairlead/navigation/prefetch/prefetch-cache.ts'

/** The source of a loader's data: the cache, the cache while it is refreshed, or the server. */
export type LoadDecision = 'cached' | 'refresh' | 'fetch'

/** The state in which a navigation finds its prefetch. `joined` is a prefetch that is still running. */
type PrefetchOutcome = PrefetchStatus | 'absent' | 'joined'

/** A navigation waits for the engine, the code of its page, a query without data, or a server that is out of reach. */
type Wait = { readonly for: 'engine' | 'code' | 'server' } | { readonly for: 'data'; readonly query: string }

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
}

const SIZE = 20

/** Creates the log of a tab's navigations. */
export function createNavigationLog() {
  let current: Omit<NavigationRecord, 'tookMs'> | undefined
  /** The waits of a navigation that has not begun. */
  let waits: Wait[] = []
  let records: readonly NavigationRecord[] = []

  return {
    /** Starts a record. A record that has not ended is dropped, because the visitor has moved on. */
    begin(target: string, found: PrefetchOutcome): void {
      current = { target, found, startedAt: Date.now(), queries: { cached: 0, refresh: 0, fetch: 0 }, waits }
      waits = []
    },
    countQuery(source: LoadDecision, query: string): void {
      if (!current) return
      current.queries[source] += 1
      const isNoted = current.waits.some((wait) => wait.for === 'data' && wait.query === query)
      if (source === 'fetch' && !isNoted) current.waits.push({ for: 'data', query })
    },
    /** Records a wait of the current navigation, or of the next one if none has begun. */
    waitFor(what: 'engine' | 'code' | 'server'): void {
      const noted = current?.waits ?? waits
      if (!noted.some((wait) => wait.for === what)) noted.push({ for: what })
    },
    end(): void {
      if (!current) return
      records = [{ ...current, tookMs: Date.now() - current.startedAt }, ...records].slice(0, SIZE)
      current = undefined
    },
    /** The last navigations, newest first; the same array until another one ends. */
    list: (): readonly NavigationRecord[] => records,
  }
}

export type NavigationLog = ReturnType<typeof createNavigationLog>
