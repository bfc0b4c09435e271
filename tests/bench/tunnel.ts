// Measures how many reports one process accepts: `node tests/bench/tunnel.ts`. The server has the first core for itself; clients,
// ingest and PostgreSQL share the others.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { LOCAL_DSN } from '#app/error-reports/envelope/dsn.ts'
import { type Load, sendErrors } from '#tests/bench/load.ts'
import type { Measurement } from '#tests/bench/measurement.ts'
import { startPostgres } from '#tests/shell/error-reports/postgres.ts'
import { root } from '#tests/harness/project-files.ts'
import { testEnvironment } from '#tests/harness/start-server.ts'

const CLIENTS = [1, 8, 64]
const WARM_UP_MS = 1_500
const MEASURED_MS = 4_000

/** Reports stored before memory is read. */
const STORED = 100_000

/** One line of the table: what took the reports, on which database, from how many clients. */
type TunnelRow = { what: string; clients: number; perSecond: number; p99?: number }

const SERVER_CORE = ['-c', '0', process.execPath]

type Started = { origin: string; process: ChildProcess; stop: () => Promise<unknown> }

/** Starts a program on the server's core and waits for the line of its log that says where it listens. */
async function start(args: readonly string[], env: NodeJS.ProcessEnv): Promise<Started> {
  const child = spawn('taskset', [...SERVER_CORE, ...args], { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] })
  const exit = once(child, 'exit')
  const port = await new Promise<number>((resolve, reject) => {
    void exit.then(() => reject(new Error(`${args.join(' ')} ended before it listened`)))
    createInterface(child.stdout).on('line', (line) => {
      const { port: listening } = JSON.parse(line) as { port?: number }
      if (listening !== undefined) resolve(listening)
    })
  })
  const stop = () => {
    child.kill('SIGTERM')
    return exit
  }
  return { origin: `http://127.0.0.1:${port}`, process: child, stop }
}

function startTunnel(folder: string, env: Record<string, string> = {}): Promise<Started> {
  return start(['.output/server/index.mjs'], testEnvironment(folder, env))
}

function residentMegabytes({ process: { pid } }: Started): number {
  const [, pages = '0'] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')
  return Math.round((Number(pages) * 4_096) / 1_000_000)
}

function bareInserts(target: string, rows: number): number {
  const args = [...SERVER_CORE, 'tests/bench/bare-inserts.ts', target, String(rows), String(MEASURED_MS)]
  return Number(execFileSync('taskset', args, { cwd: root, encoding: 'utf8' }))
}

/** @param beside measures what the tunnel is held against, in turn with it */
async function measure(
  what: string,
  { origin }: Started,
  dsn: string,
  beside: (clients: number) => Promise<TunnelRow[]> = async () => [],
): Promise<TunnelRow[]> {
  const rows: TunnelRow[] = []
  for (const clients of CLIENTS) {
    rows.push(...(await beside(clients)))
    await sendErrors(origin, dsn, clients, { ms: WARM_UP_MS })
    const { perSecond, p99 }: Load = await sendErrors(origin, dsn, clients, { ms: MEASURED_MS })
    rows.push({ what, clients, perSecond, p99 })
  }
  return rows
}

/** An ingest that takes everything at once. */
async function startIngest(): Promise<{ dsn: string; close: () => void }> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.end('{}'))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { dsn: `http://key@127.0.0.1:${port}/7`, close: () => server.close() }
}

/** Measures on SQLite and PostgreSQL: bare inserts of the same rows, the tunnel; a tunnel that only forwards, and HTTP alone. */
async function benchTunnel(): Promise<{ rows: TunnelRow[]; megabytes: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'fairlead-bench-'))
  const postgres = await startPostgres()
  const ingest = await startIngest()
  const rows: TunnelRow[] = []
  try {
    for (const flavour of ['SQLite', 'PostgreSQL']) {
      const bare = async (clients: number): Promise<TunnelRow[]> => {
        const target = flavour === 'SQLite' ? join(folder, `bare-${clients}`) : await postgres.newDatabase()
        return [{ what: `${flavour}, bare inserts`, clients, perSecond: bareInserts(target, clients) }]
      }
      for (const dsn of [undefined, ingest.dsn]) {
        const env = {
          ...(flavour === 'PostgreSQL' && { DATABASE_URL: await postgres.newDatabase() }),
          ...(dsn !== undefined && { SENTRY_DSN: dsn }),
        }
        const server = await startTunnel(join(folder, `${flavour}-${dsn === undefined ? 'alone' : 'ingest'}`), env)
        const what = `${flavour}, tunnel${dsn === undefined ? '' : ' that also delivers'}`
        rows.push(...(await measure(what, server, dsn ?? LOCAL_DSN, dsn === undefined ? bare : undefined)))
        await server.stop()
      }
    }
    for (const [what, program] of [
      ['only forwards', 'tests/bench/forward-only.ts'],
      ['only reads and answers', 'tests/bench/answer-only.ts'],
    ] as const) {
      const peer = await start([program, ingest.dsn], process.env)
      rows.push(...(await measure(what, peer, ingest.dsn)))
      await peer.stop()
    }

    const server = await startTunnel(join(folder, 'memory'))
    await sendErrors(server.origin, LOCAL_DSN, 8, { answers: STORED })
    const megabytes = residentMegabytes(server)
    await server.stop()
    return { rows, megabytes }
  } finally {
    ingest.close()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The same as figures of the bench. Bare inserts and the tunnel were measured one after the other. */
export async function measureTunnel(): Promise<Measurement[]> {
  const { rows, megabytes } = await benchTunnel()
  const part = 'tunnel'
  return [
    ...rows.flatMap(({ what, clients, perSecond, p99 }) => {
      const name = `${what}, ${clients} ${clients === 1 ? 'client' : 'clients'}`
      const rate = { part, name, value: perSecond, unit: 'a second' }
      return p99 === undefined
        ? [rate]
        : [rate, { part, name: `${name}, p99`, value: Math.round(p99 * 10) / 10, unit: 'ms' }]
    }),
    { part, name: `memory with ${STORED} reports stored`, value: megabytes, unit: 'MB' },
  ]
}

if (import.meta.main) {
  for (const { name, value, unit } of await measureTunnel()) console.log(`${name.padEnd(66)} ${value} ${unit}`)
  process.exit()
}
