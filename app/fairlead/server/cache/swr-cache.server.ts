import { setTimeout as pause } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { CACHE_LIMITS, type Lifetimes } from '#fairlead/server/cache/cache-options.ts'
import type { Invalidations } from '#fairlead/server/cache/invalidations.server.ts'

/** Times are in milliseconds since 1970. */
export type EntryTimes = {
  /** Until then the entry is served without revalidation. */
  freshUntil: number
  /** From `freshUntil` until then it is served while it is revalidated (RFC 5861). */
  staleUntil: number
  /** After a failed revalidation, the earliest time of the next attempt. */
  retryAt: number
}

export type Entry<V> = EntryTimes & {
  value: V
  tags: readonly string[]
  /**
   * The number of the last invalidation that was known when the render began, or when the entry was last found valid.
   */
  generation: number
  renderedAt: number
}

export function timesFrom(now: number, { freshFor, staleFor }: Lifetimes): EntryTimes {
  const freshUntil = now + freshFor * 1_000
  return { freshUntil, staleUntil: freshUntil + staleFor * 1_000, retryAt: 0 }
}

/** Decides whether an entry is fresh at `now`, stale (served and, from `retryAt` on, revalidated), or expired. Pure. */
export function freshnessOf(entry: EntryTimes | undefined, now: number): 'fresh' | 'stale' | 'expired' {
  if (entry === undefined || now >= entry.staleUntil) return 'expired'
  return now < entry.freshUntil ? 'fresh' : 'stale'
}

export type Outcome<V> =
  | { type: 'made'; value: V; lifetimes: Lifetimes; tags: readonly string[] }
  /** The value may not be cached: it is a redirect, say, or a page that no longer exists. */
  | { type: 'uncacheable' }
  | { type: 'failed'; error?: unknown }

/** Entries that all processes share, and their locks. Each method rejects while the database is unavailable. */
export type SharedStore<V> = {
  /** Returns an entry that no invalidation so far concerns. */
  load: (key: string) => Promise<Entry<V> | undefined>
  save: (key: string, entry: Entry<V>) => Promise<void>
  remove: (key: string) => Promise<void>
  /** Takes the lock of a key; `undefined` while another process, or another caller, holds it. */
  tryLock: (key: string) => Promise<(() => Promise<void>) | undefined>
}

/** Makes the value of a key. It may reject. */
export type Make<V> = () => Promise<Outcome<V>>

export type Found<V> =
  | { type: 'hit' | 'stale' | 'made'; entry: Entry<V> }
  /** No value may be cached, or invalidations overtook each; `error` is the error of `make`. */
  | { type: 'uncached'; error?: unknown }

export type SwrCacheOptions<V> = {
  /** The store that all processes share. Without it entries are in memory only, and nothing invalidates them. */
  store?: SharedStore<V>
  invalidations?: Pick<Invalidations, 'ready' | 'current' | 'isInvalidated' | 'isInvalidatedHere' | 'onInvalidation'>
  sizeOf: (value: V) => number
  /** Returns the part of a key that all its variants share. There are at most `CACHE_LIMITS.variants` of them. */
  groupOf?: (key: string) => string
  onError: (error: unknown, what: 'revalidation' | 'store') => void
  now?: () => number
  sleep?: (ms: number) => Promise<unknown>
  limitBytes?: number | undefined
}

const NO_INVALIDATIONS: Required<SwrCacheOptions<never>>['invalidations'] = {
  ready: async () => true,
  current: () => 0,
  isInvalidated: () => false,
  isInvalidatedHere: () => false,
  onInvalidation: () => {},
}

/** Bytes that an entry takes besides its value, its key and its tags, so that a flood of tiny entries has a limit. */
const ENTRY_BYTES = 600

/**
 * Creates a stale-while-revalidate cache with tags, in memory over a store that all processes share. It is single-flight
 * across processes: one caller makes an entry, the others wait for it.
 */
export function createSwrCache<V>(options: SwrCacheOptions<V>) {
  const { invalidations = NO_INVALIDATIONS, sizeOf, groupOf, onError, now = Date.now, sleep = pause } = options
  /** The keys of each group, the oldest first. */
  const groups = new Map<string, Set<string>>()
  const memory = new LRUCache<string, Entry<V>>({
    maxSize: options.limitBytes ?? CACHE_LIMITS.memoryBytes,
    sizeCalculation: ({ value, tags }, key) => ENTRY_BYTES + 2 * (key.length + tags.join().length) + sizeOf(value),
    dispose: (_, key, reason) => {
      const group = reason === 'set' ? undefined : groupOf?.(key)
      if (group === undefined) return
      groups.get(group)?.delete(key)
      if (groups.get(group)?.size === 0) groups.delete(group)
    },
  })
  const inFlight = new Map<string, Promise<Found<V>>>()
  const stats = { hits: 0, stale: 0, misses: 0, renders: 0, failures: 0 }

  invalidations.onInvalidation(() => {
    for (const [key, entry] of memory.entries()) if (invalidations.isInvalidated(entry)) memory.delete(key)
  })

  function put(key: string, entry: Entry<V>): void {
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
  async function attempt<T>(run: (store: SharedStore<V>) => Promise<T>): Promise<T | 'unavailable'> {
    if (!options.store || now() < unavailableUntil) return 'unavailable'
    try {
      return await run(options.store)
    } catch (error) {
      unavailableUntil = now() + CACHE_LIMITS.unavailableMs
      onError(error, 'store')
      return 'unavailable'
    }
  }

  async function save(key: string, entry: Entry<V>): Promise<void> {
    put(key, entry)
    await attempt((shared) => shared.save(key, entry))
  }

  function peek(key: string): Entry<V> | undefined {
    const entry = memory.get(key)
    return entry && !invalidations.isInvalidated(entry) ? entry : undefined
  }

  /** Returns the newest entry that may be served, from the store or from memory. */
  async function load(key: string): Promise<Entry<V> | undefined> {
    const generation = invalidations.current()
    const stored = await attempt((shared) => shared.load(key))
    const known = peek(key)
    if (stored === undefined || stored === 'unavailable' || invalidations.isInvalidatedHere(stored)) return known
    if (known && known.renderedAt > stored.renderedAt) return known
    const entry = { ...stored, generation: Math.max(stored.generation, generation) }
    if (invalidations.isInvalidated(entry)) return undefined
    put(key, entry)
    return entry
  }

  /** Makes an entry and stores it. Each invalidation that comes in the meantime makes it start again. */
  async function make(key: string, run: Make<V>, previous: Entry<V> | undefined): Promise<Found<V>> {
    let outcome: Outcome<V> = { type: 'uncacheable' }
    let replaced = previous
    for (let attempts = 0; attempts < CACHE_LIMITS.attempts; attempts++) {
      const [generation, renderedAt] = [invalidations.current(), now()]
      stats.renders += 1
      outcome = await run().catch((error: unknown): Outcome<V> => ({ type: 'failed', error }))
      if (outcome.type === 'failed') stats.failures += 1
      const tags = outcome.type === 'made' ? outcome.tags : (replaced?.tags ?? [])
      if (invalidations.isInvalidated({ tags, generation })) {
        replaced = undefined
        continue
      }
      if (outcome.type === 'made') {
        const { value, lifetimes } = outcome
        const entry: Entry<V> = { value, tags, generation, renderedAt, ...timesFrom(renderedAt, lifetimes) }
        await save(key, entry)
        return { type: 'made', entry }
      }
      // Stale-if-error (RFC 5861).
      if (outcome.type === 'failed' && replaced && freshnessOf(replaced, now()) !== 'expired') {
        const entry = { ...replaced, retryAt: now() + CACHE_LIMITS.retryMs }
        await save(key, entry)
        onError(outcome.error, 'revalidation')
        return { type: 'stale', entry }
      }
      memory.delete(key)
      if (replaced) await attempt((shared) => shared.remove(key))
      break
    }
    return { type: 'uncached', ...(outcome.type === 'failed' && { error: outcome.error }) }
  }

  /**
   * Waits for another process that makes the entry, `waitMs` at most. A stale entry is returned at once, unless this
   * call is its revalidation.
   */
  async function makeOnce(key: string, run: Make<V>, isRevalidation: boolean): Promise<Found<V>> {
    await invalidations.ready()
    const until = now() + CACHE_LIMITS.waitMs
    for (;;) {
      const release = await attempt((shared) => shared.tryLock(key))
      try {
        const known = release === 'unavailable' ? peek(key) : await load(key)
        const freshness = freshnessOf(known, now())
        const isLate = now() >= until
        if (known && freshness === 'fresh') return { type: 'hit', entry: known }
        const isFinal = !isRevalidation || (!release && isLate)
        if (known && freshness === 'stale' && (isFinal || now() < known.retryAt)) return { type: 'stale', entry: known }
        if (release || isLate) return await make(key, run, known)
      } finally {
        if (release && release !== 'unavailable') await attempt(release)
      }
      await sleep(CACHE_LIMITS.lookMs)
    }
  }

  function singleFlight(key: string, run: Make<V>, isRevalidation = false): Promise<Found<V>> {
    const current = inFlight.get(key)
    if (current) return current
    const made = makeOnce(key, run, isRevalidation)
    inFlight.set(key, made)
    const end = () => void inFlight.delete(key)
    made.then(end, end)
    return made
  }

  function revalidate(key: string, run: Make<V>): void {
    if (!inFlight.has(key)) singleFlight(key, run, true).catch((error: unknown) => onError(error, 'revalidation'))
  }

  return {
    stats,
    fresh(key: string): Entry<V> | undefined {
      const entry = peek(key)
      if (!entry || now() >= entry.freshUntil) return undefined
      stats.hits += 1
      return entry
    },
    async get(key: string, run: Make<V>): Promise<Found<V>> {
      const entry = peek(key)
      const freshness = freshnessOf(entry, now())
      const found: Found<V> =
        entry && freshness !== 'expired'
          ? { type: freshness === 'fresh' ? 'hit' : 'stale', entry }
          : await singleFlight(key, run)
      stats[found.type === 'hit' ? 'hits' : found.type === 'stale' ? 'stale' : 'misses'] += 1
      if (found.type === 'stale' && now() >= found.entry.retryAt) revalidate(key, run)
      return found
    },
    /** All entries in memory, the most recently used first. */
    entries: () => [...memory.entries()],
    get bytes(): number {
      return memory.calculatedSize
    },
  }
}

export type SwrCache<V> = ReturnType<typeof createSwrCache<V>>
