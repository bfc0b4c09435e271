import type { Env } from '#app/server/env.server.ts'
import { makeFolder } from '#app/database/make-folder.server.ts'

/**
 * Makes `DATA_DIR`. With PostgreSQL only a token that is not set would lie in it, and its absence stops nothing.
 *
 * @throws Error with one line when the folder is needed and cannot be made
 */
export function makeDataFolder({ DATA_DIR, DATABASE_URL }: Pick<Env, 'DATA_DIR' | 'DATABASE_URL'>): void {
  if (DATABASE_URL !== undefined) return
  try {
    makeFolder(DATA_DIR)
  } catch (error) {
    const why = (error as Error).message
    throw new Error(
      `DATA_DIR: ${JSON.stringify(DATA_DIR)} cannot be made (${why}); it takes a folder that is there or can be made`,
      { cause: error },
    )
  }
}
