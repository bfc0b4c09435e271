import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { applicationDatabase } from '#fairlead/database/database.server.ts'
import { captureError } from '#fairlead/errors/capture-error.server.ts'
import { readEnv } from '#fairlead/platform/env.server.ts'
import { buildHash } from '#fairlead/server/build-hash.ts'
import { groupOfKey, pathnameOfKey } from '#fairlead/server/cache/cache-key.ts'
import { CACHE_LIMITS } from '#fairlead/server/cache/cache-options.ts'
import { copyOf, pageCodec, sizeOfPage } from '#fairlead/server/cache/stored-page.server.ts'
import { type Codec, createDatabaseStore, createInvalidationLog } from '#fairlead/server/cache/database-store.server.ts'
import { createInvalidations } from '#fairlead/server/cache/invalidations.server.ts'
import { createPostgresChannel } from '#fairlead/server/cache/postgres-channel.server.ts'
import { createSwrCache, freshnessOf } from '#fairlead/server/cache/swr-cache.server.ts'
import { log } from '#fairlead/platform/log.server.ts'

const LOG_MS = 60_000

const dataCodec: Codec<Buffer> = {
  encode: (bytes) => ({ meta: '', body: bytes }),
  decode: ({ body }) => copyOf(body),
}

/** Returns a hash of all that entries depend on except their key: the build, and the variables that pages contain. */
function buildId(): string {
  const { PUBLIC_ORIGIN, SENTRY_DSN, SENTRY_TRANSPORT, BESIDE_KEEP } = readEnv()
  // Processes on several ports of one machine share their entries, and `npm run cache -- warm` names the port of a
  // server that has not started yet.
  const origin = PUBLIC_ORIGIN?.startsWith('http://localhost') ? undefined : PUBLIC_ORIGIN
  return createHash('sha256')
    .update(JSON.stringify([buildHash(), origin, SENTRY_DSN, SENTRY_TRANSPORT, BESIDE_KEEP]))
    .digest('hex')
}

function createProcessCache() {
  let loggedAt = -Infinity
  const onStoreError = (error: unknown): void => {
    if (performance.now() - loggedAt < LOG_MS) return
    loggedAt = performance.now()
    log.warn({ err: error }, 'the cache is not shared with other processes: the database is unavailable')
  }
  const onError = (error: unknown, what: 'revalidation' | 'store'): void => {
    if (what === 'store') onStoreError(error)
    // A page that shows an error has captured it already.
    else if (error !== undefined) captureError(error, 'cache')
  }
  const database = applicationDatabase()
  const { url } = database.location
  const onNotification = (): void => void invalidations.refresh()
  const channel = url === undefined ? undefined : createPostgresChannel(url, onNotification, onStoreError)
  const invalidations = createInvalidations(createInvalidationLog(database, Date.now), onStoreError)
  const build = buildId()
  const pages = createSwrCache({
    store: createDatabaseStore(database, `page ${build}`, pageCodec, groupOfKey, channel),
    invalidations,
    sizeOf: sizeOfPage,
    groupOf: groupOfKey,
    onError,
  })
  const data = createSwrCache({
    store: createDatabaseStore(database, `data ${build}`, dataCodec, undefined, channel),
    invalidations,
    sizeOf: (bytes: Buffer) => bytes.length,
    onError,
  })
  const poll = async () => {
    await sleep(CACHE_LIMITS.pollMs, undefined, { ref: false })
    await invalidations.refresh()
    void poll()
  }
  void poll()
  return { pages, data, invalidations }
}

let current: ReturnType<typeof createProcessCache> | undefined

/** Returns the cache of this process. The first call opens the application's database. */
export function processCache(): ReturnType<typeof createProcessCache> {
  return (current ??= createProcessCache())
}

/**
 * Returns the pages with a TTL in the memory of this process, the most recently used first; of a tag, or all. Their
 * keys contain nothing that a visitor sent but what the routes declare.
 */
export function listEntries({ tag, limit = 50 }: { tag?: string; limit?: number }) {
  const now = Date.now()
  return processCache()
    .pages.entries()
    .filter(([, { tags }]) => tag === undefined || tags.includes(tag))
    .slice(0, limit)
    .map(([key, entry]) => {
      const { renderedAt, freshUntil, staleUntil, tags, value } = entry
      const state = freshnessOf(entry, now)
      const bytes = sizeOfPage(value)
      return { key, pathname: pathnameOfKey(key), state, renderedAt, freshUntil, staleUntil, bytes, tags }
    })
}

/** Returns the state of the cache, for its operator. It rejects while the database is unavailable. */
export async function readCacheSummary(limit: number) {
  const { pages, data } = processCache()
  const db = await applicationDatabase().database()
  const [stored, invalidations] = await Promise.all([
    db
      .selectFrom('cache_entries')
      .select(({ fn }) => [
        fn.countAll<number | string>().as('entries'),
        fn.sum<number | string | null>('bytes').as('bytes'),
      ])
      .executeTakeFirst(),
    db.selectFrom('cache_invalidations').selectAll().orderBy('number', 'desc').limit(limit).execute(),
  ])
  const figuresOf = (cache: typeof pages | typeof data) => ({
    ...cache.stats,
    entries: cache.entries().length,
    bytes: cache.bytes,
  })
  return {
    now: Date.now(),
    pages: figuresOf(pages),
    data: figuresOf(data),
    stored: { entries: Number(stored?.entries ?? 0), bytes: Number(stored?.bytes ?? 0) },
    recent: listEntries({ limit }),
    // The number of an invalidation is its time, see the log.
    invalidations: invalidations.map(({ tag, number, invalidated_by: by }) => ({ tag, at: number, by })),
  }
}
