import { AsyncLocalStorage } from 'node:async_hooks'
import { deserialize, serialize } from 'node:v8'
import { getRequest } from '@tanstack/react-start/server'
import { isInTransaction } from '#fairlead/database/database.server.ts'
import { CACHE_LIMITS, type Lifetimes } from '#fairlead/server/cache/cache-options.ts'
import { catchUpWithVisitor } from '#fairlead/server/cache/invalidate.server.ts'
import { processCache } from '#fairlead/server/cache/process-cache.server.ts'
import { encodeTags, isTooLong } from '#fairlead/server/cache/tags.ts'
import { count } from '#fairlead/platform/counters.server.ts'
import { withSpan } from '#fairlead/platform/spans.server.ts'
import {
  getRequestContext,
  type RequestContext,
  runOutsideOfRequest,
} from '#fairlead/platform/request-context.server.ts'

export type CachedOptions<A extends readonly unknown[]> = Lifetimes & {
  /** The name of the function, and the arguments that its result depends on: `({ id }) => ['article', id]`. */
  readonly key: (...args: A) => readonly (string | number | boolean)[]
  /** Names by which `invalidate({ tags })` removes the result. */
  readonly tags?: (...args: A) => readonly string[]
}

/** The tags of the data that is read while a result is made. */
const collected = new AsyncLocalStorage<Set<string>>()

const memo = new WeakMap<RequestContext, Map<string, Promise<unknown>>>()

/**
 * Start's storage of the current request. A cached function runs outside of it, so that `getCookie` and its like throw.
 */
const START = Symbol.for('tanstack-start:event-storage')

function isInStart(): boolean {
  try {
    getRequest()
    return true
  } catch {
    return false
  }
}

/** @throws Error if Start has renamed its storage: a cookie that the function reads would be in the result for all */
function outsideOfStart<T>(run: () => T): T {
  const storage = (globalThis as { [START]?: AsyncLocalStorage<unknown> })[START]
  const runOutside = () => {
    if (!isInStart()) return run()
    throw new Error(
      `cached: this version of @tanstack/react-start does not keep its request under ${String(START)}, so a cached function could read a visitor's cookies. Install a version that this fairlead allows.`,
    )
  }
  return storage ? storage.exit(runOutside) : runOutside()
}

/**
 * Returns a function whose results are cached for all visitors and shared by all processes, as pages with a TTL are. In one
 * request each is read once. It runs outside of any request, so it cannot read a cookie, a header or a session. Its
 * results are copied by the structured clone algorithm. A page that reads one has its tags too. Inside of a transaction,
 * and for a key or tag of more than 500 characters, the function itself runs.
 *
 * @throws RangeError for more than 64 tags
 * @throws Error if this version of Start lets it read the visitor's request
 */
export function cached<A extends readonly unknown[], T>(
  fn: (...args: A) => Promise<T> | T,
  { key, tags, ...lifetimes }: CachedOptions<A>,
): (...args: A) => Promise<T> {
  return async (...args) => {
    const keys = key(...args)
    const name = JSON.stringify(keys)
    const own = encodeTags(`cached ${String(keys[0])}`, tags?.(...args) ?? [])
    const context = getRequestContext()
    const collect = (found: readonly string[]) => {
      for (const tag of found) {
        context?.cacheTags.add(tag)
        collected.getStore()?.add(tag)
      }
    }
    // A transaction may roll back the data that it reads, and SQLite has one connection, for which the cache would
    // wait.
    const isUncacheable = name.length > CACHE_LIMITS.tagLength || own.some(isTooLong)
    if (isUncacheable || isInTransaction()) {
      collect(own)
      return fn(...args)
    }
    const results = (context && memo.get(context)) ?? new Map<string, Promise<unknown>>()
    if (context) memo.set(context, results)
    const run = async () => {
      if (context) await catchUpWithVisitor(context)
      const found = await processCache().data.get(name, async () => {
        const all = new Set(own)
        const make = async () => withSpan(`cached ${keys[0]}`, () => fn(...args))
        // The value is for all visitors, so it has no request to read.
        const value = await outsideOfStart(() => runOutsideOfRequest(() => collected.run(all, make)))
        return { type: 'made', value: serialize(value), lifetimes, tags: [...all] }
      })
      count('data_cache_total', { result: found.type })
      if (found.type === 'uncached' && 'error' in found) throw found.error
      collect(found.type === 'uncached' ? own : found.entry.tags)
      // There is no entry if invalidations overtook each result.
      return found.type === 'uncached' ? fn(...args) : (deserialize(found.entry.value) as unknown)
    }
    const known = results.get(name) ?? run()
    results.set(name, known)
    return known as Promise<T>
  }
}
