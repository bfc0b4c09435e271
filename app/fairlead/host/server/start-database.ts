import { applicationDatabase, readMigrationSets } from '#fairlead/database/database.server.ts'
import { MigrationError } from '#fairlead/database/migration.ts'
import { log } from '#fairlead/platform/log.server.ts'

/** Time in milliseconds after which a message explains what the start is waiting for. */
const PATIENCE_MS = 3_000

/**
 * Opens and migrates the application's database, if it has migrations. While the database is unavailable, which is
 * logged, the server starts all the same: most pages need no database, and the first query opens it.
 *
 * @throws MigrationError if a migration failed or does not fit the database
 */
export async function startDatabase(): Promise<void> {
  if ((await readMigrationSets()).length === 0) return
  const timer = setTimeout(() => {
    log.info("waiting for the application's database: this process or another one migrates it")
  }, PATIENCE_MS)
  try {
    await applicationDatabase().open()
  } catch (error) {
    if (error instanceof MigrationError) throw error
  } finally {
    clearTimeout(timer)
  }
}
