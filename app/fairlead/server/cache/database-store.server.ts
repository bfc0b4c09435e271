import { createHash, randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { ApplicationDatabase } from '#fairlead/database/application-database.server.ts'
import type { Tables } from '#fairlead/database/tables.ts'
import { CACHE_LIMITS } from '#fairlead/server/cache/cache-options.ts'
import type { InvalidationLog } from '#fairlead/server/cache/invalidations.server.ts'
import { CHANNEL, type createPostgresChannel } from '#fairlead/server/cache/postgres-channel.server.ts'
import type { SharedStore } from '#fairlead/server/cache/swr-cache.server.ts'

declare module '#fairlead/database/tables.ts' {
  interface Tables {
    /** Times are in milliseconds since 1970. */
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
      meta: string
      body: Uint8Array
      bytes: number
    }
    /**
     * The last invalidation of each tag. Its number is its time in milliseconds, or a little more if several came at
     * once.
     */
    cache_invalidations: { tag: string; number: number; invalidated_by: string }
    /**
     * The locks of keys, with SQLite. `tryLock` of the database would leave a file for each key, and PostgreSQL has
     * advisory locks.
     */
    cache_locks: { id: string; owner: string; until: number }
  }
}

export type Codec<V> = {
  encode: (value: V) => { meta: string; body: Uint8Array }
  decode: (stored: { meta: string; body: Uint8Array }) => V | Promise<V>
}

type CacheDatabase = Pick<ApplicationDatabase, 'location' | 'database' | 'transaction'>

/** Time after which the lock of a process that died is free, in milliseconds. PostgreSQL frees it at once. */
const LEASE_MS = CACHE_LIMITS.waitMs

const PRUNE_MS = 60_000

export function createInvalidationLog(
  { location, database, transaction }: CacheDatabase,
  now: () => number,
): InvalidationLog {
  const isPostgres = location.url !== undefined
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
        // One at a time, so that a number is seen before a higher one is given. The lock ends with the commit, whereas one
        // of `tryLock` would end before it.
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

/**
 * Creates the store of entries of one kind in the application's database.
 *
 * @param build the id of the build: no other build reads its entries
 * @param channel holds the locks of PostgreSQL
 */
export function createDatabaseStore<V>(
  { database }: Pick<CacheDatabase, 'database'>,
  build: string,
  codec: Codec<V>,
  groupOf: (key: string) => string = (key) => key,
  channel?: Pick<ReturnType<typeof createPostgresChannel>, 'lock'>,
  now: () => number = Date.now,
): SharedStore<V> {
  const hashOf = (key: string) => createHash('sha256').update(`${build}\0${key}`).digest('base64url')
  let prunedAt = 0

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
    async tryLock(key) {
      if (channel) return channel.lock(hashOf(key))
      const db = await database()
      const lease = { owner: randomUUID(), until: now() + LEASE_MS }
      const id = hashOf(key)
      const taken = await db
        .insertInto('cache_locks')
        .values({ id, ...lease })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(lease).where('cache_locks.until', '<=', now()))
        .returning('id')
        .executeTakeFirst()
      return (
        taken &&
        (async () => {
          await db.deleteFrom('cache_locks').where('id', '=', id).where('owner', '=', lease.owner).execute()
        })
      )
    },
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
      return {
        value: await codec.decode(row),
        tags,
        generation: row.generation,
        renderedAt: row.rendered_at,
        freshUntil: row.fresh_until,
        staleUntil: row.stale_until,
        retryAt: row.retry_at,
      }
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
