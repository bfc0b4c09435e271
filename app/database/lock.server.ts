import { createHash } from 'node:crypto'
import { closeSync, openSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DatabaseLocation } from '#app/database/connect.server.ts'
import { makeFolder } from '#app/database/make-folder.server.ts'
import { isBusy } from '#app/database/database-errors.ts'

/** Time between two attempts to lock a file, in milliseconds. */
const RETRY_MS = 100

const CONNECT_MS = 5_000

/** A lock that this process holds. `signal` aborts when it is lost: another process may hold it from then on. */
type Held = { signal: AbortSignal; release: () => Promise<void> }

/** The result of work that runs only if no other process does it at this time. */
export type LockResult<T> = { type: 'ran'; value: T } | { type: 'busy' }

/** Work under a lock. It should end soon after `signal` aborts. */
export type LockedWork<T> = (signal: AbortSignal) => Promise<T>

/** Locks by name, each held by one caller among all processes on the same database. */
export type Locks = {
  /** Waits for the lock, then runs `work`. Not for use in work under the same lock. */
  withLock: <T>(name: string, work: LockedWork<T>) => Promise<T>
  /** Runs `work` unless the lock is held. */
  tryLock: <T>(name: string, work: LockedWork<T>) => Promise<LockResult<T>>
}

function hashOf(name: string): Buffer {
  return createHash('sha256').update(`fairlead ${name}`).digest()
}

/** Locks a file beside the database. The system releases the lock of a process that dies. */
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
      if (!isBusy(error)) {
        database.close()
        throw error
      }
    }
    if (!waits) {
      database.close()
      return undefined
    }
    await sleep(RETRY_MS)
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
    if (waits) {
      await client.query('select pg_advisory_lock($1)', [key])
      return { signal: lost.signal, release }
    }
    const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [key])
    if (rows[0]?.held) return { signal: lost.signal, release }
  } catch (error) {
    await release()
    throw error
  }
  await release()
  return undefined
}

/**
 * Creates the locks of a database: advisory locks of PostgreSQL, or files in the folder `locks` beside SQLite's. A process
 * that dies holds none. Each takes a connection or an open file, so that they suit work of seconds, such as a job.
 */
export function createLocks({ file, url }: DatabaseLocation): Locks {
  const acquire = (name: string, waits: boolean) =>
    url === undefined ? lockFile(join(dirname(file), 'locks'), name, waits) : lockPostgres(url, name, waits)
  async function tryToRun<T>(name: string, work: LockedWork<T>, waits: boolean): Promise<LockResult<T>> {
    const held = await acquire(name, waits)
    if (!held) return { type: 'busy' }
    try {
      return { type: 'ran', value: await work(held.signal) }
    } finally {
      await held.release()
    }
  }
  /** The last caller of this process for each lock: only one at a time holds a connection to wait with. */
  const queues = new Map<string, Promise<unknown>>()
  return {
    tryLock: (name, work) => tryToRun(name, work, false),
    async withLock(name, work) {
      const run = async () => {
        const result = await tryToRun(name, work, true)
        if (result.type === 'busy') throw new Error(`the lock ${JSON.stringify(name)} is held`)
        return result.value
      }
      const turn = (queues.get(name) ?? Promise.resolve()).then(run, run)
      const end = turn.then(
        () => {},
        () => {},
      )
      queues.set(name, end)
      try {
        return await turn
      } finally {
        if (queues.get(name) === end) queues.delete(name)
      }
    },
  }
}
