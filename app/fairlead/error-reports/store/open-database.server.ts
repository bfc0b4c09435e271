import { resolve } from 'node:path'
import type { DatabaseLocation } from '#fairlead/database/connect.server.ts'
import { openMigrated } from '#fairlead/database/migrate.server.ts'
import { reportsSet } from '#fairlead/error-reports/store/migrations.server.ts'
import type { ReportTables, ReportDatabase } from '#fairlead/error-reports/store/schema.ts'

/** The location of the store: the folder of the SQLite file `reports.db`, or PostgreSQL if there is a `databaseUrl`. */
export type StoreLocation = { dataDir: string; databaseUrl?: string | undefined }

export function storeLocation({ dataDir, databaseUrl }: StoreLocation): DatabaseLocation {
  return { file: resolve(dataDir, 'reports.db'), url: databaseUrl }
}

/**
 * Opens the store and brings its tables to this version.
 *
 * @param onError is called when a connection breaks, whether it is in use or idle; a later query opens another one
 * @throws Error if the database cannot be reached or written, or belongs to a newer version
 */
export function openDatabase(location: StoreLocation, onError?: (error: Error) => void): Promise<ReportDatabase> {
  return openMigrated<ReportTables>(storeLocation(location), [reportsSet()], onError)
}
