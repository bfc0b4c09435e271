import type { Env } from '#fairlead/platform/env.server.ts'
import { makeFolder } from '#fairlead/database/make-folder.server.ts'

/**
 * Creates `DATA_DIR`. With PostgreSQL the folder is optional, because it would only contain a generated token.
 *
 * @throws Error with one line if the folder is needed and cannot be created
 */
export function makeDataFolder({ DATA_DIR, DATABASE_URL }: Pick<Env, 'DATA_DIR' | 'DATABASE_URL'>): void {
  if (DATABASE_URL !== undefined) return
  try {
    makeFolder(DATA_DIR)
  } catch (error) {
    const why = (error as Error).message
    throw new Error(
      `DATA_DIR: ${JSON.stringify(DATA_DIR)} cannot be created (${why}); allowed: a folder that exists or can be created`,
      { cause: error },
    )
  }
}
