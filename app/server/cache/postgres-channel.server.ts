import type { Client } from 'pg'

/** The name of the channel by which processes tell each other to look for invalidations. */
export const CHANNEL = 'fairlead_cache'

const CONNECT_MS = 5_000

/** Time until a lost connection is opened again, in milliseconds. Until then invalidations are polled for. */
const RECONNECT_MS = 1_000

const end = (client: Client | undefined) => client?.end().catch(() => {})

/**
 * Listens for invalidations on a connection of its own to PostgreSQL. Returns the function that ends it.
 *
 * @param onNotification is called when another process has invalidated something, and after a lost connection is back
 */
export function listenToPostgres(
  connectionString: string,
  onNotification: () => void,
  onError: (error: unknown) => void,
): () => Promise<void> {
  let client: Client | undefined
  let retry: NodeJS.Timeout | undefined
  let closed = false

  function reconnect(): void {
    clearTimeout(retry)
    if (!closed) retry = setTimeout(() => void connect(), RECONNECT_MS).unref()
  }

  async function connect(): Promise<void> {
    const pg = await import('pg')
    const opened = new pg.Client({
      connectionString,
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: CONNECT_MS,
      keepAlive: true,
      application_name: 'fairlead cache',
    })
    client = opened
    opened.on('error', (error) => {
      onError(error)
      void end(opened)
    })
    opened.once('end', reconnect)
    opened.on('notification', onNotification)
    try {
      await opened.connect()
      await opened.query(`listen ${CHANNEL}`)
      onNotification()
    } catch (error) {
      onError(error)
      reconnect()
      void end(opened)
    }
  }

  void connect()
  return async () => {
    closed = true
    clearTimeout(retry)
    await end(client)
  }
}
