import { LRUCache } from 'lru-cache'
import { CACHE_LIMITS } from '#fairlead/server/cache/cache-options.ts'

/** An invalidation of a tag. Its number is higher than the numbers of all earlier ones, in all processes. */
export type Invalidation = { tag: string; number: number }

/** The log of invalidations that all processes share. Each method rejects while the database is unavailable. */
export type InvalidationLog = {
  /** Returns the number of the last one; 0 when there is none. */
  last: () => Promise<number>
  /** Returns the invalidations after a number, in order, and only the last of each tag. */
  since: (number: number) => Promise<readonly Invalidation[]>
  add: (tags: readonly string[], by: string) => Promise<readonly Invalidation[]>
}

/** Tags whose last invalidation is remembered. An entry with a dropped tag is compared with the newest dropped one. */
const TRACKED_TAGS = 10_000

type Tagged = { tags: readonly string[]; generation: number }

export function createInvalidations(log: InvalidationLog, onError: (error: unknown) => void, now = Date.now) {
  /** The number of the last invalidation of each tag, the oldest first. */
  const numbers = new Map<string, number>()
  /** When tags were invalidated by this process while the log was unavailable, in milliseconds. */
  const unlogged = new LRUCache<string, number>({ max: TRACKED_TAGS })
  let droppedNumber = 0
  let current = 0
  /** False if the last number before the start is unknown. */
  let starting: Promise<boolean> | undefined
  let reading: Promise<void> | undefined
  const listeners: (() => void)[] = []

  function apply(invalidations: readonly Invalidation[]): void {
    if (invalidations.length === 0) return
    for (const { tag, number } of invalidations) {
      if (number <= (numbers.get(tag) ?? 0)) continue
      numbers.delete(tag)
      numbers.set(tag, number)
    }
    for (const [tag, number] of numbers) {
      if (numbers.size <= TRACKED_TAGS) break
      numbers.delete(tag)
      droppedNumber = Math.max(droppedNumber, number)
    }
    notify()
  }

  function notify(): void {
    for (const listener of listeners) listener()
  }

  async function read(): Promise<void> {
    try {
      const found = await log.since(Math.floor(current))
      apply(found)
      for (const { number } of found) current = Math.max(current, number)
    } catch (error) {
      onError(error)
    }
  }

  /** Reads the invalidations of other processes: after it, all that were added before this call are known. */
  async function refresh(): Promise<void> {
    if (!(await ensureStarted())) return
    // A read in progress may have begun before this call.
    await reading
    reading ??= read().finally(() => {
      reading = undefined
    })
    await reading
  }

  async function start(isFirst: boolean): Promise<boolean> {
    try {
      current = Math.max(current, await log.last())
    } catch (error) {
      onError(error)
      return false
    }
    if (isFirst) return true
    // Other processes may have invalidated any tag in the meantime.
    droppedNumber = current
    notify()
    return true
  }

  const ready = () => (starting ??= start(true))
  const ensureStarted = async () => (await ready()) || (starting = start(false))

  return {
    /** Resolves once the last number before the start is known, or the log is unavailable. It never rejects. */
    ready,
    refresh,
    /** Waits until this process knows of the invalidation with a number, which a visitor names. */
    async catchUp(number: number): Promise<void> {
      // Numbers are times or little more, see the log, so a visitor's higher number was never given out.
      if (!Number.isSafeInteger(number) || number > now() + CACHE_LIMITS.pollMs * 10) return
      if (number > current) await refresh()
    },
    current: () => current,
    isInvalidated: ({ tags, generation }: Tagged): boolean =>
      generation < droppedNumber || tags.some((tag) => (numbers.get(tag) ?? 0) > generation),
    /** True if this process alone has invalidated a tag of an entry, at or after the start of its render. */
    isInvalidatedHere: ({ tags, renderedAt }: { tags: readonly string[]; renderedAt: number }): boolean =>
      tags.some((tag) => (unlogged.get(tag) ?? -Infinity) >= renderedAt),
    onInvalidation: (listener: () => void) => void listeners.push(listener),
    /**
     * Invalidates tags, in this process at once. Returns the number of the last invalidation.
     *
     * @throws Error while the database is unavailable: other processes do not know of it then
     */
    async add(tags: readonly string[], by: string): Promise<number> {
      await ensureStarted()
      try {
        const added = await log.add(tags, by)
        apply(added)
        // Entries that are made from now on are newer than these.
        await refresh()
        return Math.max(...added.map(({ number }) => number))
      } catch (error) {
        // The log could not be written: invalidate in this process anyway.
        current += 0.5
        for (const tag of tags) unlogged.set(tag, now())
        apply(tags.map((tag) => ({ tag, number: current })))
        throw error
      }
    },
  }
}

export type Invalidations = ReturnType<typeof createInvalidations>
