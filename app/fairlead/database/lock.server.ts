import { createHash } from 'node:crypto'
import { closeSync, openSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DatabaseLocation } from '#fairlead/database/connect.server.ts'
import { makeFolder } from '#fairlead/database/make-folder.server.ts'
import { isBusy } from '#fairlead/database/database-errors.ts'

const RETRY_MS = 100

const CONNECT_MS = 5_000

/** A lock that this process holds. `signal` aborts when it is lost: another process may hold it from then on. */
type Held = { signal: AbortSignal; release: () => Promise<void> }

export type LockResult<T> = { type: 'ran'; value: T } | { type: 'busy' }

/** Work under a lock. It should end soon after `signal` aborts. */
export type LockedWork<T> = (signal: AbortSignal) => Promise<T>

export type Locks = ReturnType<typeof createLocks>

function hashOf(name: string): Buffer {
  return createHash('sha256').update(`fairlead ${name}`).digest()
}

/** Locks a file next to the database. The system releases the lock of a process that dies. */
async function lockFile(folder: string, name: string, waits: boolean): Promise<Held | undefined> {
  makeFolder(folder)
  const file = join(folder, `${hashOf(name).toString('hex', 0, 8)}.lock`)
  closeSync(openSync(file, 'a', 0o600))
  const database = new DatabaseSync(file, { timeout: 0 })
  for (;;) {
    try {
      database.exec('begin exclusive')
      return { signal: new AbortController().signal, release: async () => database.close() }
    } catch (error) {
      const isHeld = isBusy(error)
      if (!isHeld || !waits) database.close()
      if (!isHeld) throw error
      if (!waits) return undefined
      await sleep(RETRY_MS)
    }
  }
}

/** Takes an advisory lock on a separate connection, so that the pool keeps all of its connections for queries. */
async function lockPostgres(connectionString: string, name: string, waits: boolean): Promise<Held | undefined> {
  const { Client } = await import('pg')
  const lost = new AbortController()
  const client = new Client({
    connectionString,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    application_name: 'fairlead lock',
  })
  client.on('error', (error) => lost.abort(error))
  client.on('end', () => lost.abort(new Error('the connection that held the lock has ended')))
  const release = () => client.end().catch(() => {})
  try {
    await client.connect()
    const key = hashOf(name).readBigInt64BE().toString()
    const call = waits ? 'pg_advisory_lock' : 'pg_try_advisory_lock'
    const { rows } = await client.query<{ held: boolean | '' }>(`select ${call}($1) as held`, [key])
    // The waiting function returns nothing once it has the lock.
    if (rows[0]?.held !== false) return { signal: lost.signal, release }
  } catch (error) {
    await release()
    throw error
  }
  await release()
  return undefined
}

/**
 * Creates the locks of a database: advisory locks of PostgreSQL, or files in the folder `locks` next to SQLite's file.
 * A process that dies holds none. Each takes a connection or an open file, so use them for work of seconds, such as a
 * job.
 */
export function createLocks({ file, url }: DatabaseLocation) {
  async function run<T>(name: string, work: LockedWork<T>, waits: boolean): Promise<LockResult<T>> {
    const held = await (url === undefined
      ? lockFile(join(dirname(file), 'locks'), name, waits)
      : lockPostgres(url, name, waits))
    if (!held) return { type: 'busy' }
    try {
      return { type: 'ran', value: await work(held.signal) }
    } finally {
      await held.release()
    }
  }
  /** The last caller of this process for each lock, so that only one at a time waits with a connection. */
  const queues = new Map<string, Promise<unknown>>()
  return {
    tryLock: <T>(name: string, work: LockedWork<T>) => run(name, work, false),
    /** Waits for the lock, then runs `work`. Work under a lock must not wait for the same lock again. */
    async withLock<T>(name: string, work: LockedWork<T>): Promise<T> {
      const previous = queues.get(name)
      const turn = Promise.allSettled([previous]).then(() => run(name, work, true))
      queues.set(name, turn)
      try {
        const result = await turn
        if (result.type === 'busy') throw new Error(`the lock ${JSON.stringify(name)} is held`)
        return result.value
      } finally {
        if (queues.get(name) === turn) queues.delete(name)
      }
    },
  }
}
