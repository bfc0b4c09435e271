import { createHash } from 'node:crypto'
import type { Client } from 'pg'

export const CHANNEL = 'fairlead_cache'

const CONNECT_MS = 5_000

/** Time until a lost connection is opened again, in milliseconds. Until then invalidations are polled for. */
const RECONNECT_MS = 1_000

const end = (client: Client) => client.end().catch(() => {})

/** `held`: the locks of this connection, because PostgreSQL grants a lock to its holder again. */
type Connected = { client: Client; held: Set<string> }

/**
 * Opens the one connection of a process to PostgreSQL. The process listens on it for invalidations and holds its locks;
 * the server frees the locks of a process that dies. `onNotification` is also called when a lost connection is back.
 */
export function createPostgresChannel(
  connectionString: string,
  onNotification: () => void,
  onError: (error: unknown) => void,
) {
  let connecting: Promise<Connected> | undefined
  let retry: NodeJS.Timeout | undefined
  let closed = false

  async function open(): Promise<Connected> {
    const pg = await import('pg')
    const client = new pg.Client({
      connectionString,
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: CONNECT_MS,
      keepAlive: true,
      application_name: 'fairlead cache',
    })
    const reopen = () => {
      connecting = undefined
      clearTimeout(retry)
      if (!closed) retry = setTimeout(() => void connect().catch(() => {}), RECONNECT_MS).unref()
    }
    client.on('error', (error) => {
      onError(error)
      void end(client)
    })
    client.once('end', reopen)
    client.on('notification', onNotification)
    try {
      await client.connect()
      await client.query(`listen ${CHANNEL}`)
    } catch (error) {
      onError(error)
      reopen()
      void end(client)
      throw error
    }
    onNotification()
    return { client, held: new Set() }
  }

  const connect = () => (connecting ??= open())
  connect().catch(() => {})

  return {
    /**
     * Takes a lock; `undefined` while another process, or another caller, holds it. Unlike `tryLock` of the database it
     * needs no further connection, because each page that is rendered has a lock.
     */
    async lock(id: string): Promise<(() => Promise<void>) | undefined> {
      const { client, held } = await connect()
      if (held.has(id)) return undefined
      held.add(id)
      const key = createHash('sha256').update(`fairlead cache ${id}`).digest().readBigInt64BE().toString()
      const free = () => void held.delete(id)
      /** A query that came too late may hold the lock: the end of the connection frees it. */
      const query = async (text: string) => {
        const { rows } = await client.query<{ done: boolean }>(text, [key]).catch(async (error: unknown) => {
          await end(client)
          free()
          throw error
        })
        return rows[0]?.done === true
      }
      const release = () => query('select pg_advisory_unlock($1) as done').then(free)
      if (await query('select pg_try_advisory_lock($1) as done')) return release
      free()
      return undefined
    },
    async close(): Promise<void> {
      closed = true
      clearTimeout(retry)
      const connected = await connecting?.catch(() => undefined)
      if (connected) await end(connected.client)
    },
  }
}
