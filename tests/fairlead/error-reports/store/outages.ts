import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { openDatabase } from '#fairlead/error-reports/store/open-database.server.ts'
import { errorEnvelope, LOCAL_DSN, randomId } from '#tests/fairlead/error-reports/envelopes.ts'
import type { Postgres } from '#tests/fairlead/error-reports/postgres.ts'
import type { Upstream } from '#tests/fairlead/error-reports/upstream.ts'
import { startServer, type Server } from '#tests/harness/start-server.ts'

/** Pages of the operator, which need the database. */
export type Desk = {
  env: Record<string, string>
  paths: readonly string[]
  /** Signs in; returns the cookie. */
  signIn: (origin: string) => Promise<string>
  /** Expects that the desk works again. */
  expectAlive: (origin: string, cookie: string) => Promise<void>
}

export type Outages = {
  count: number
  /** Pages that need no database: they answer 200 throughout. */
  pages: readonly string[]
  /** Receives the reports; without one they are stored. */
  upstream?: Upstream
  desk?: Desk
}

/** Reports that are taken between two outages. */
const REPORTS = 10

/** Longer than the lease of an envelope that a process was sending when the database went. */
const DELIVERY_MS = 75_000

/** Counts of what was asked while the database came and went, by status. */
export type Load = { reports: readonly string[]; pages: Record<number, number>; desk: Record<number, number> }

/** Asks for pages, the tunnel and the desk of all servers at once until `signal` is aborted. */
function startLoad(
  servers: readonly Server[],
  { pages, upstream, desk }: Outages,
  cookie: string,
  signal: AbortSignal,
) {
  const dsn = upstream?.dsn ?? LOCAL_DSN
  const load = { reports: [] as string[], pages: {}, desk: {} } satisfies Load
  let count = 0
  const origin = (): string => servers[count++ % servers.length]?.origin ?? ''
  const loop = async (step: () => Promise<void>): Promise<void> => {
    while (!signal.aborted) await step()
  }
  const visit = async (paths: readonly string[], counts: Record<number, number>): Promise<void> => {
    const path = paths[count % paths.length] ?? ''
    const response = await fetch(`${origin()}${path}`, { headers: { cookie }, redirect: 'manual' })
    counts[response.status] = (counts[response.status] ?? 0) + 1
    await response.text()
  }
  const send = async (): Promise<void> => {
    const id = randomId()
    // A browser sends the same report again until it is taken.
    for (;;) {
      const response = await fetch(`${origin()}/monitoring`, { method: 'POST', body: errorEnvelope(id, dsn) })
      await response.text()
      if (response.status === 200) return void load.reports.push(id)
      expect(response.status).toBe(503)
      await sleep(50)
    }
  }
  const steps = [send, send, send, send, () => visit(pages, load.pages)]
  if (desk) steps.push(() => visit(desk.paths, load.desk))
  return { load, ended: Promise.all(steps.map(loop)) }
}

/** The ids of the events that are stored. */
async function storedIds(databaseUrl: string): Promise<string[]> {
  const { db } = await openDatabase({ dataDir: '', databaseUrl })
  const rows = await db.selectFrom('reports').select('id').execute()
  await db.destroy()
  return rows.map(({ id }) => id)
}

/**
 * Stops and starts PostgreSQL under load on two server processes, and expects that neither of them ends, that every
 * report that was taken reaches the ingest, or without one is stored, and that all goes on without help.
 */
export async function surviveOutages(postgres: Postgres, outages: Outages): Promise<Load> {
  const { count, upstream, desk } = outages
  const databaseUrl = await postgres.newDatabase()
  const env = { DATABASE_URL: databaseUrl, ...desk?.env, ...(upstream && { SENTRY_DSN: upstream.dsn }) }
  const servers = await Promise.all([startServer({ env }), startServer({ env })])
  const [first] = servers
  const cookie = (await desk?.signIn(first.origin)) ?? ''
  const over = new AbortController()
  const { load, ended } = startLoad(servers, outages, cookie, over.signal)
  /** Resolves when some more reports have been taken, however busy the machine is. */
  const taken = async (): Promise<void> => {
    const before = load.reports.length
    await expect.poll(() => load.reports.length - before, { timeout: 20_000 }).toBeGreaterThan(REPORTS)
  }
  const stopAndStart = async (): Promise<void> => {
    for (let outage = 0; outage < count; outage++) {
      await taken()
      await sleep(Math.random() * 500)
      await postgres.down()
      await sleep(300 + Math.random() * 700)
      await postgres.up()
    }
    await taken()
  }
  await Promise.all([stopAndStart().finally(() => over.abort()), ended])

  const missing = async () => {
    const arrived = upstream ? upstream.received.map(({ eventId }) => eventId) : await storedIds(databaseUrl)
    const ids = new Set(arrived)
    return load.reports.filter((id) => !ids.has(id))
  }
  await expect.poll(missing, { timeout: DELIVERY_MS, interval: 250 }).toEqual([])
  for (const server of servers) {
    await desk?.expectAlive(server.origin, cookie)
    expect(server.process.exitCode).toBeNull()
    expect(server.log.filter((line) => /"level":"fatal"|unhandled|uncaught/.test(line))).toEqual([])
    expect(await server.stop()).toBe(0)
  }
  return load
}
