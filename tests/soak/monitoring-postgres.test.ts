import { afterAll, beforeAll, expect, it } from 'vitest'
import { errorEnvelope, randomId } from '#tests/shell/error-reports/envelopes.ts'
import { type Postgres, startPostgres } from '#tests/shell/error-reports/postgres.ts'
import { startUpstream } from '#tests/shell/error-reports/upstream.ts'
import { startServer, type Server } from '#tests/harness/start-server.ts'
import { soakCount } from '#tests/soak/monitoring-scale.ts'

let postgres: Postgres

beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres.stop())

async function sendAll(servers: readonly Server[], dsn: string, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomId())
  let next = 0
  const client = async (): Promise<void> => {
    for (let index = next++; index < count; index = next++) {
      const origin = servers[index % servers.length]?.origin
      const response = await fetch(`${origin}/monitoring`, { method: 'POST', body: errorEnvelope(ids[index], dsn) })
      expect(response.status).toBe(200)
      await response.arrayBuffer()
    }
  }
  await Promise.all(Array.from({ length: 16 }, client))
  return ids
}

it('two processes on one PostgreSQL deliver each report once', async () => {
  const upstream = await startUpstream()
  const env = { DATABASE_URL: await postgres.newDatabase(), SENTRY_DSN: upstream.dsn }
  // At once, so that both find an empty database.
  const servers = await Promise.all([startServer({ env }), startServer({ env })])
  const ids = await sendAll(servers, upstream.dsn, soakCount(10_000))
  const end = Date.now() + 120_000
  while (upstream.received.length < ids.length && Date.now() < end)
    await new Promise((resolve) => setTimeout(resolve, 200))
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  expect(upstream.received).toHaveLength(ids.length)
  expect(new Set(upstream.received.map(({ eventId }) => eventId))).toEqual(new Set(ids))
  for (const server of servers) {
    expect(await server.stop()).toBe(0)
    expect(server.log.filter((line) => /"level":"(error|fatal)"/.test(line))).toEqual([])
  }
  await upstream.close()
})

it('reports are refused while PostgreSQL is down, and accepted when it is back', async () => {
  const server = await startServer({ env: { DATABASE_URL: await postgres.newDatabase() } })
  const send = () => fetch(`${server.origin}/monitoring`, { method: 'POST', body: errorEnvelope() })
  expect((await send()).status).toBe(200)
  await postgres.down()
  const refused = await send()
  expect(refused.status).toBe(503)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await fetch(`${server.origin}/healthz`)).status).toBe(200)
  await postgres.up()
  expect((await send()).status).toBe(200)
  expect(await server.stop()).toBe(0)
})
