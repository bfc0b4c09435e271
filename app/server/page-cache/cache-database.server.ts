import type { ApplicationDatabase } from '#app/database/application-database.server.ts'
import type { CacheDatabase } from '#app/server/page-cache/database-store.server.ts'
import { createPostgresChannel } from '#app/server/page-cache/postgres-channel.server.ts'

/**
 * Returns the application's database as the cache uses it, with a connection of its own to PostgreSQL.
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
