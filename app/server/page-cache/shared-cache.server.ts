import { LRUCache } from 'lru-cache'
import {
  CACHE_LIMITS,
  type Dated,
  datesFrom,
  decideServing,
  type Outcome,
  settle,
} from '#app/server/page-cache/freshness.ts'
import type { Invalidations } from '#app/server/page-cache/invalidations.server.ts'

/** An entry of the cache. */
export type Entry<V> = Dated & {
  value: V
  tags: readonly string[]
  /** The number of the last invalidation that was known when its render began, or when it was found to be valid. */
  generation: number
  renderedAt: number
}

/** Entries that all processes share, and their locks. Each method rejects while the database is unavailable. */
export type Store<V> = {
  /** Returns an entry that none of the invalidations so far concerns. */
  load: (key: string) => Promise<Entry<V> | undefined>
  save: (key: string, entry: Entry<V>) => Promise<void>
  remove: (key: string) => Promise<void>
  /** Takes the lock of a key; `undefined` while another process, or another caller, holds it. */
  tryLock: (key: string) => Promise<(() => Promise<void>) | undefined>
}

/** Makes the value of a key. It may reject. */
export type Make<V> = () => Promise<Outcome<V>>

/** The result of a request for a key; `age` is in milliseconds. */
export type Found<V> =
  | { type: 'hit' | 'stale' | 'made'; entry: Entry<V>; age: number }
  /** There is none that may be cached, or invalidations overtook each; `error` is that of `make`. */
  | { type: 'uncached'; error?: unknown }

export type SharedCacheOptions<V> = {
  store: Store<V>
  invalidations: Pick<Invalidations, 'ready' | 'current' | 'isInvalidated' | 'isInvalidatedHere' | 'onInvalidation'>
  sizeOf: (value: V) => number
  /** Returns what is the same for all variants of a key, of which there are `CACHE_LIMITS.variants` at most. */
  groupOf?: (key: string) => string
  /** Is called with each failure of a renewal that nobody waits for, and of the store. */
  onError: (error: unknown, what: 'renewal' | 'store') => void
  now?: () => number
  sleep?: (ms: number) => Promise<unknown>
  limitBytes?: number
}

/** Counts of events since the start of the process. */
export type CacheStats = { hits: number; stale: number; misses: number; renders: number; failures: number }

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Creates a cache with ages and tags, in memory over a store that all processes share. Of the callers that need an entry
 * made, in all processes, one makes it.
 */
export function createSharedCache<V>(options: SharedCacheOptions<V>) {
  const { store, invalidations, sizeOf, groupOf, onError, now = Date.now, sleep = pause } = options
  /** The keys of each group, the oldest first. */
  const groups = new Map<string, Set<string>>()
  const memory = new LRUCache<string, Entry<V>>({
    maxSize: options.limitBytes ?? CACHE_LIMITS.memoryBytes,
    sizeCalculation: ({ value }) => Math.max(1, sizeOf(value)),
    dispose: (_, key, reason) => {
      const group = reason === 'set' ? undefined : groupOf?.(key)
      if (group === undefined) return
      groups.get(group)?.delete(key)
      if (groups.get(group)?.size === 0) groups.delete(group)
    },
  })
  /** Entries that are being made or loaded. */
  const pending = new Map<string, Promise<Found<V>>>()
  const stats: CacheStats = { hits: 0, stale: 0, misses: 0, renders: 0, failures: 0 }

  invalidations.onInvalidation(() => {
    for (const [key, entry] of memory.entries()) if (invalidations.isInvalidated(entry)) memory.delete(key)
  })

  function remember(key: string, entry: Entry<V>): void {
    memory.set(key, entry)
    const group = groupOf?.(key)
    if (group === undefined) return
    const keys = (groups.get(group) ?? new Set()).add(key)
    groups.set(group, keys)
    const [oldest] = keys
    if (oldest !== undefined && keys.size > CACHE_LIMITS.variants) memory.delete(oldest)
  }

  let unavailableUntil = 0

  /** Runs an operation of the store; while it is unavailable, this process goes on alone. */
  async function attempt<T>(run: () => Promise<T>): Promise<T | 'unavailable'> {
    if (now() < unavailableUntil) return 'unavailable'
    try {
      return await run()
    } catch (error) {
      unavailableUntil = now() + CACHE_LIMITS.unavailableMs
      onError(error, 'store')
      return 'unavailable'
    }
  }

  /** Returns the entry that may be served, from memory alone. */
  function peek(key: string): Entry<V> | undefined {
    const entry = memory.get(key)
    return entry && !invalidations.isInvalidated(entry) ? entry : undefined
  }

  /** Returns the newest entry that may be served, of the store or of memory. */
  async function load(key: string): Promise<Entry<V> | undefined> {
    const generation = invalidations.current()
    const stored = await attempt(() => store.load(key))
    const known = peek(key)
    if (stored === undefined || stored === 'unavailable' || invalidations.isInvalidatedHere(stored)) return known
    if (known && known.renderedAt > stored.renderedAt) return known
    const entry = { ...stored, generation: Math.max(stored.generation, generation) }
    if (invalidations.isInvalidated(entry)) return undefined
    remember(key, entry)
    return entry
  }

  const found = (type: 'hit' | 'stale' | 'made', entry: Entry<V>): Found<V> => ({
    type,
    entry,
    age: Math.max(0, now() - entry.renderedAt),
  })

  /** Makes an entry, again for each invalidation that comes meanwhile, and stores it. */
  async function make(key: string, run: Make<V>, previous: Entry<V> | undefined): Promise<Found<V>> {
    let outcome: Outcome<V> = { type: 'uncacheable' }
    for (let attempts = 0; attempts < CACHE_LIMITS.attempts; attempts++) {
      const [generation, renderedAt] = [invalidations.current(), now()]
      stats.renders += 1
      outcome = await run().catch((error: unknown): Outcome<V> => ({ type: 'failed', error }))
      const tags = outcome.type === 'made' ? outcome.tags : (previous?.tags ?? [])
      const settlement = settle(outcome, previous, invalidations.isInvalidated({ tags, generation }), now())
      if (outcome.type === 'failed') stats.failures += 1
      if (settlement.type === 'store' && outcome.type === 'made') {
        const { value, lifetimes } = outcome
        const entry: Entry<V> = { value, tags, generation, renderedAt, ...datesFrom(renderedAt, lifetimes) }
        remember(key, entry)
        await attempt(() => store.save(key, entry))
        return found('made', entry)
      }
      if (settlement.type === 'keep-stale' && previous) {
        const kept = { ...previous, retryAt: settlement.retryAt }
        remember(key, kept)
        await attempt(() => store.save(key, kept))
        if (outcome.type === 'failed') onError(outcome.error, 'renewal')
        return found('stale', kept)
      }
      if (settlement.type === 'drop') {
        memory.delete(key)
        if (previous) await attempt(() => store.remove(key))
        break
      }
      previous = undefined
    }
    return { type: 'uncached', ...(outcome.type === 'failed' && { error: outcome.error }) }
  }

  /**
   * Makes an entry, unless another process makes it: then waits for that one, but not for ever.
   *
   * @param isRenewal true when there is a stale entry, which is served meanwhile
   */
  async function makeOnce(key: string, run: Make<V>, isRenewal: boolean): Promise<Found<V>> {
    await invalidations.ready()
    const until = now() + CACHE_LIMITS.waitMs
    for (;;) {
      const release = await attempt(() => store.tryLock(key))
      try {
        const known = release === 'unavailable' ? peek(key) : await load(key)
        const serving = decideServing(known, now())
        const isLate = now() >= until
        if (known && serving.type === 'fresh') return found('hit', known)
        if (known && serving.type === 'stale' && (!isRenewal || !serving.renews || (!release && isLate))) {
          return found('stale', known)
        }
        if (release || isLate) return await make(key, run, known)
      } finally {
        if (release && release !== 'unavailable') await attempt(release)
      }
      await sleep(CACHE_LIMITS.lookMs)
    }
  }

  /** Makes an entry, once for all callers of this process. */
  function once(key: string, run: Make<V>, isRenewal = false): Promise<Found<V>> {
    const current = pending.get(key)
    if (current) return current
    const made = makeOnce(key, run, isRenewal)
    pending.set(key, made)
    const end = () => void pending.delete(key)
    made.then(end, end)
    return made
  }

  /** Makes a stale entry anew, behind the response. */
  function renew(key: string, run: Make<V>): void {
    if (!pending.has(key)) once(key, run, true).catch((error: unknown) => onError(error, 'renewal'))
  }

  return {
    stats,
    /** Returns the entry of a key that is fresh in memory. */
    fresh(key: string): Entry<V> | undefined {
      const entry = peek(key)
      if (!entry || now() >= entry.freshUntil) return undefined
      stats.hits += 1
      return entry
    },
    /** Returns the entry of a key: that which there is, or the one that `run` makes. */
    async get(key: string, run: Make<V>): Promise<Found<V>> {
      const entry = peek(key)
      const serving = decideServing(entry, now())
      if (entry && serving.type !== 'expired') {
        stats[serving.type === 'fresh' ? 'hits' : 'stale'] += 1
        if (serving.type === 'stale' && serving.renews) renew(key, run)
        return found(serving.type === 'fresh' ? 'hit' : 'stale', entry)
      }
      const result = await once(key, run)
      stats[result.type === 'hit' ? 'hits' : result.type === 'stale' ? 'stale' : 'misses'] += 1
      // It was stale in the store.
      if (result.type === 'stale' && now() >= result.entry.retryAt) renew(key, run)
      return result
    },
    /** All entries in memory, the most recently used first. */
    entries: () => [...memory.entries()],
    get bytes(): number {
      return memory.calculatedSize
    },
  }
}

export type SharedCache<V> = ReturnType<typeof createSharedCache<V>>
