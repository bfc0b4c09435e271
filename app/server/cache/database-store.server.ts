import { createHash, randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { ApplicationDatabase } from '#app/database/application-database.server.ts'
import type { Tables } from '#app/database/tables.ts'
import { CACHE_LIMITS } from '#app/server/cache/cache-options.ts'
import type { InvalidationLog } from '#app/server/cache/invalidations.server.ts'
import { CHANNEL, createPostgresChannel } from '#app/server/cache/postgres-channel.server.ts'
import type { Entry, Store } from '#app/server/cache/swr-cache.server.ts'

declare module '#app/database/tables.ts' {
  interface Tables {
    /** Cached pages and data; times in milliseconds since 1970. */
    cache_entries: {
      /** The hash of the build and the key. */
      id: string
      /** The hash of the part of the key that all variants share. */
      variants_of: string
      rendered_at: number
      fresh_until: number
      stale_until: number
      retry_at: number
      generation: number
      /** JSON: an array. */
      tags: string
      /** Everything but the body, as JSON. */
      meta: string
      body: Uint8Array
      bytes: number
    }
    /** The last invalidation of each tag. Its number is its time, or higher by as many as came in one millisecond. */
    cache_invalidations: { tag: string; number: number; invalidated_by: string }
    /** The locks of keys, with SQLite. */
    cache_locks: { id: string; owner: string; until: number }
  }
}

/** Turns values into rows of the store, and back. */
export type Codec<V> = {
  encode: (value: V) => { meta: string; body: Uint8Array }
  decode: (stored: { meta: string; body: Uint8Array }) => V | Promise<V>
}

/** The application's database, as this module uses it. */
export type CacheDatabase = {
  database: () => Promise<Kysely<Tables>>
  transaction: <T>(run: (db: Kysely<Tables>) => Promise<T>) => Promise<T>
  isPostgres: boolean
  /** Takes an advisory lock of PostgreSQL. */
  lock: (id: string) => Promise<(() => Promise<void>) | undefined>
}

/** Time after which the lock of a process that died is free, in milliseconds. PostgreSQL frees it at once. */
const LEASE_MS = CACHE_LIMITS.waitMs

const PRUNE_MS = 60_000

/**
 * Returns the application's database as the cache uses it, with its own connection to PostgreSQL.
 *
 * @param onNotification is called when another process may have invalidated something
 * @param onError is called with failures of that connection
 */
export function openCacheDatabase(
  application: Pick<ApplicationDatabase, 'location' | 'database' | 'transaction'>,
  onNotification: () => void,
  onError: (error: unknown) => void,
): CacheDatabase & { listen: () => void; close: () => Promise<void> } {
  const { url } = application.location
  const channel = url === undefined ? undefined : createPostgresChannel(url, onNotification, onError)
  return {
    database: () => application.database(),
    transaction: (run) => application.transaction(run),
    isPostgres: url !== undefined,
    lock: async (id) => channel?.lock(id),
    listen: () => void channel?.connect().catch(() => {}),
    close: async () => channel?.close(),
  }
}

/** Creates the log of invalidations in the application's database. */
export function createInvalidationLog(
  { database, transaction, isPostgres }: Pick<CacheDatabase, 'database' | 'transaction' | 'isPostgres'>,
  now: () => number,
): InvalidationLog {
  const last = async (db: Kysely<Tables>): Promise<number> => {
    const row = await db
      .selectFrom('cache_invalidations')
      .select(({ fn }) => fn.max('number').as('number'))
      .executeTakeFirst()
    return row?.number ?? 0
  }
  return {
    last: async () => last(await database()),
    async since(number) {
      const db = await database()
      return db
        .selectFrom('cache_invalidations')
        .select(['tag', 'number'])
        .where('number', '>', number)
        .orderBy('number')
        .execute()
    },
    add: (tags, by) =>
      transaction(async (db) => {
        // One at a time, so that a number is seen before a higher one is given.
        if (isPostgres) await sql`select pg_advisory_xact_lock(hashtext(${CHANNEL}))`.execute(db)
        const first = Math.max(now(), (await last(db)) + 1)
        const added = [...new Set(tags)].map((tag, index) => ({ tag, number: first + index }))
        await db
          .insertInto('cache_invalidations')
          .values(added.map((row) => ({ ...row, invalidated_by: by })))
          .onConflict((conflict) =>
            conflict.column('tag').doUpdateSet((row) => ({
              number: row.ref('excluded.number'),
              invalidated_by: row.ref('excluded.invalidated_by'),
            })),
          )
          .execute()
        if (isPostgres) await sql`select pg_notify(${CHANNEL}, '')`.execute(db)
        return added
      }),
  }
}

/** Returns a function that takes a lock as a lease: a row that ends. */
function leaseOf(database: CacheDatabase['database'], now: () => number) {
  return async (id: string) => {
    const db = await database()
    const owner = randomUUID()
    const until = now() + LEASE_MS
    await db
      .insertInto('cache_locks')
      .values({ id, owner, until })
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet({ owner, until }).where('cache_locks.until', '<=', now()),
      )
      .execute()
    const row = await db.selectFrom('cache_locks').select('owner').where('id', '=', id).executeTakeFirst()
    if (row?.owner !== owner) return undefined
    return async () => {
      await db.deleteFrom('cache_locks').where('id', '=', id).where('owner', '=', owner).execute()
    }
  }
}

/**
 * Creates the store of entries of one kind in the application's database.
 *
 * @param build the id of the build: no other build reads its entries
 * @param groupOf returns the part of a key that all variants share
 */
export function createDatabaseStore<V>(
  cacheDatabase: CacheDatabase,
  build: string,
  codec: Codec<V>,
  groupOf: (key: string) => string = (key) => key,
  now: () => number = Date.now,
): Store<V> {
  const { database, isPostgres, lock } = cacheDatabase
  const takeLock = isPostgres ? lock : leaseOf(database, now)
  const hashOf = (key: string) => createHash('sha256').update(`${build}\0${key}`).digest('base64url')
  let prunedAt = 0

  /** Removes expired entries, and the oldest ones while all take too many bytes. */
  async function prune(db: Kysely<Tables>): Promise<void> {
    prunedAt = now()
    await db.deleteFrom('cache_entries').where('stale_until', '<', prunedAt).execute()
    await db.deleteFrom('cache_locks').where('until', '<', prunedAt).execute()
    await sql`delete from cache_entries where id in (
      select id from (select id, sum(bytes) over (order by rendered_at desc, id) as total from cache_entries) as sized
      where total > ${CACHE_LIMITS.storeBytes})`.execute(db)
    // No entry is older.
    const oldest = prunedAt - 2 * CACHE_LIMITS.seconds * 1_000
    await db.deleteFrom('cache_invalidations').where('number', '<', oldest).execute()
  }

  return {
    tryLock: (key) => takeLock(hashOf(key)),
    async load(key) {
      const db = await database()
      const row = await db.selectFrom('cache_entries').selectAll().where('id', '=', hashOf(key)).executeTakeFirst()
      if (!row || row.stale_until <= now()) return undefined
      const tags = JSON.parse(row.tags) as string[]
      if (tags.length > 0) {
        const invalidated = await db
          .selectFrom('cache_invalidations')
          .select('tag')
          .where('tag', 'in', tags)
          .where('number', '>', row.generation)
          .limit(1)
          .executeTakeFirst()
        if (invalidated) return undefined
      }
      const entry: Entry<V> = {
        value: await codec.decode(row),
        tags,
        generation: row.generation,
        renderedAt: row.rendered_at,
        freshUntil: row.fresh_until,
        staleUntil: row.stale_until,
        retryAt: row.retry_at,
      }
      return entry
    },
    async save(key, entry) {
      const db = await database()
      const id = hashOf(key)
      const group = hashOf(groupOf(key))
      const { meta, body } = codec.encode(entry.value)
      const row = {
        variants_of: group,
        rendered_at: entry.renderedAt,
        fresh_until: entry.freshUntil,
        stale_until: entry.staleUntil,
        retry_at: entry.retryAt,
        generation: Math.floor(entry.generation),
        tags: JSON.stringify(entry.tags),
        meta,
        body,
        bytes: body.length + meta.length,
      }
      await db
        .insertInto('cache_entries')
        .values({ id, ...row })
        .onConflict((conflict) =>
          conflict.column('id').doUpdateSet(row).where('cache_entries.rendered_at', '<=', entry.renderedAt),
        )
        .execute()
      if (groupOf(key) !== key) {
        const newest = db
          .selectFrom('cache_entries')
          .select('id')
          .where('variants_of', '=', group)
          .orderBy('rendered_at', 'desc')
          .limit(CACHE_LIMITS.variants)
        await db.deleteFrom('cache_entries').where('variants_of', '=', group).where('id', 'not in', newest).execute()
      }
      if (now() - prunedAt > PRUNE_MS) await prune(db)
    },
    async remove(key) {
      const db = await database()
      await db.deleteFrom('cache_entries').where('id', '=', hashOf(key)).execute()
    },
  }
}
