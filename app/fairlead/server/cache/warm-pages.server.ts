import { setTimeout as sleep } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { LOCALE_COOKIE } from '#fairlead/navigation/locale/resolve-locale.ts'
import { type CacheKey, requestForKey } from '#fairlead/server/cache/cache-key.ts'
import { readEnv } from '#fairlead/platform/env.server.ts'
import { shareObject } from '#fairlead/platform/shared-object.server.ts'

/** Variable of a worker that replaces the workers of an earlier build: it renders their most requested pages first. */
export const WARM_VARIABLE = 'FAIRLEAD_WARM'

const LIMITS = {
  /** Pages whose requests are counted; the least recently requested is forgotten first. */
  counted: 1_000,
  /** Time between two messages of a worker with its counts, in milliseconds. */
  reportMs: 1_000,
  /** Pages that a new worker renders, how many at a time, and the time for all in milliseconds. */
  warmed: 100,
  concurrency: 4,
  warmMs: 10_000,
} as const

type Requested = { key: CacheKey; count: number }

/** Creates the counts of all workers. The primary process has them, because it outlives each build. */
export function createRequestedPages() {
  const pages = new LRUCache<string, Requested>({ max: LIMITS.counted })
  return {
    add(requests: ReadonlyMap<string, Requested>): void {
      for (const [name, { key, count }] of requests) {
        pages.set(name, { key, count: count + (pages.peek(name)?.count ?? 0) })
      }
    },
    /** Returns the most requested pages, and halves all counts, so that later requests weigh more. */
    take(): CacheKey[] {
      const all = [...pages.values()].toSorted((one, other) => other.count - one.count)
      for (const page of all) page.count /= 2
      return all.slice(0, LIMITS.warmed).map(({ key }) => key)
    },
  }
}

const shared = shareObject('pages', createRequestedPages())

let counted = new Map<string, Requested>()

export function countRequest(name: string, key: CacheKey): void {
  const requested = counted.get(name)
  if (requested) requested.count += 1
  else if (counted.size < LIMITS.counted) counted.set(name, { key, count: 1 })
  if (counted.size > 1 || requested) return
  setTimeout(() => {
    // The primary process of an earlier release has no counts.
    shared.add(counted).catch(() => {})
    counted = new Map()
  }, LIMITS.reportMs).unref()
}

function requestFor(key: CacheKey): Request {
  const { domain, locale } = key
  const origin = new URL(readEnv().PUBLIC_ORIGIN ?? 'http://localhost')
  const request = requestForKey(key, origin.href, locale && `${LOCALE_COOKIE}=${locale}`)
  request.headers.set('host', domain ?? origin.host)
  // This header keeps the request from being redirected to a visitor's language.
  request.headers.set('sec-fetch-site', 'same-origin')
  return request
}

/**
 * Has the application render and cache the pages that visitors requested most from the workers before, a few at a time,
 * and for ten seconds at most. A page that fails has been reported.
 */
export async function warmPages(respond: (request: Request) => Response | Promise<Response>): Promise<void> {
  const keys = (await shared.take()).values()
  let isOver = false
  const work = async (): Promise<void> => {
    for (const key of keys) {
      if (isOver) return
      try {
        await (await respond(requestFor(key))).arrayBuffer()
      } catch {
        // Visitors of this page will see its error, too.
      }
    }
  }
  const all = Promise.all(Array.from({ length: LIMITS.concurrency }, work))
  await Promise.race([all, sleep(LIMITS.warmMs, undefined, { ref: false })])
  isOver = true
}
