import { deserialize, serialize } from 'node:v8'
import { createHash } from 'node:crypto'
import { applicationDatabase } from '#app/database/database.server.ts'
import { captureError } from '#app/errors/capture-error.server.ts'
import { readEnv } from '#app/server/env.server.ts'
import { log } from '#app/server/log.server.ts'
import { openCacheDatabase } from '#app/server/page-cache/cache-database.server.ts'
import { type Codec, createDatabaseStore, createInvalidationLog } from '#app/server/page-cache/database-store.server.ts'
import { buildHash } from '#app/server/page-cache/build-hash.ts'
import { CACHE_LIMITS } from '#app/server/page-cache/freshness.ts'
import { createCatchUp, createInvalidations } from '#app/server/page-cache/invalidations.server.ts'
import { pageCodec, sizeOfPage } from '#app/server/page-cache/make-page.server.ts'
import { createSharedCache } from '#app/server/page-cache/shared-cache.server.ts'

/** Interval at which a lasting fault is logged, in milliseconds. */
const LOG_MS = 60_000

/** A value of `cached`, as the structured clone algorithm copies it. */
export type Datum = { bytes: Buffer }

const datumCodec: Codec<Datum> = {
  encode: ({ bytes }) => ({ meta: '', body: bytes }),
  decode: ({ body }) => ({ bytes: Buffer.from(body) }),
}

export const toDatum = (value: unknown): Datum => ({ bytes: serialize(value) })
export const fromDatum = ({ bytes }: Datum): unknown => deserialize(bytes)

/** Returns what entries depend on beside their key: the build, and the variables that are in pages and their headers. */
function buildId(): string {
  const { PUBLIC_ORIGIN, SENTRY_DSN, SENTRY_TRANSPORT } = readEnv()
  return createHash('sha256')
    .update(JSON.stringify([buildHash(), PUBLIC_ORIGIN, SENTRY_DSN, SENTRY_TRANSPORT]))
    .digest('hex')
}

/** Returns what all variants of a page's key have in common. */
const pathOf = (key: string): string => key.slice(0, key.lastIndexOf(' ['))

function createProcessCache() {
  let loggedAt = -Infinity
  const onStoreError = (error: unknown): void => {
    if (performance.now() - loggedAt < LOG_MS) return
    loggedAt = performance.now()
    log.warn({ err: error }, 'the cache is not shared with other processes: the database is unavailable')
  }
  const onError = (error: unknown, what: 'renewal' | 'store'): void => {
    if (what === 'store') onStoreError(error)
    // A page that shows an error has captured it.
    else if (error !== undefined) captureError(error, 'cache')
  }
  const database = openCacheDatabase(applicationDatabase(), () => void invalidations.refresh(), onStoreError)
  const invalidations = createInvalidations(createInvalidationLog(database, Date.now), onStoreError)
  const build = buildId()
  const pages = createSharedCache({
    store: createDatabaseStore(database, `page ${build}`, pageCodec, pathOf),
    invalidations,
    sizeOf: sizeOfPage,
    groupOf: pathOf,
    onError,
  })
  const data = createSharedCache({
    store: createDatabaseStore(database, `data ${build}`, datumCodec),
    invalidations,
    sizeOf: ({ bytes }: Datum) => bytes.length,
    onError,
  })
  database.listen()
  let isLooking = false
  setInterval(() => {
    if (isLooking) return
    isLooking = true
    void invalidations.refresh().finally(() => {
      isLooking = false
    })
  }, CACHE_LIMITS.pollMs).unref()
  return { pages, data, invalidations, catchUp: createCatchUp(invalidations, Date.now) }
}

let cache: ReturnType<typeof createProcessCache> | undefined

/** Returns the cache of this process. The first call opens the application's database. */
export function processCache(): ReturnType<typeof createProcessCache> {
  return (cache ??= createProcessCache())
}
