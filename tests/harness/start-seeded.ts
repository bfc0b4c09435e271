import type { Kysely } from 'kysely'
import type { Tables } from '#fairlead/database/tables.ts'
import { type Client, createClient } from '#tests/harness/create-client.ts'
import { type Server, startServer } from '#tests/harness/start-server.ts'
import { type Engine, testDatabase } from '#tests/harness/test-database.ts'

export type SeededServer = Pick<Server, 'origin' | 'log'> & {
  /** The database of the server, which `database()` of the test returns as well. */
  db: Kysely<Tables>
  /** Creates a client of the server. */
  client: () => Client
  /** Stops the server and deletes its data. */
  stop: () => Promise<void>
}

/**
 * Starts the built application on a database of its own, which is migrated and filled before.
 *
 * @param options.seed fills the database
 */
export async function startSeeded(
  options: {
    engine?: Engine
    seed?: (db: Kysely<Tables>) => Promise<unknown>
    env?: Record<string, string>
    cwd?: string
  } = {},
): Promise<SeededServer> {
  const { engine, seed, env = {}, cwd } = options
  const { db, place, remove } = await testDatabase(engine)
  await seed?.(db)
  const server = await startServer({ env: { ...place.env, ...env }, ...(cwd !== undefined && { cwd }) })
  const { origin, log } = server
  return {
    origin,
    log,
    db,
    client: () => createClient(origin),
    async stop() {
      await server.stop()
      await remove()
    },
  }
}
