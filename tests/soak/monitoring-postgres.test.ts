import { expect, it } from 'vitest'
import { errorEnvelope, randomId } from '#tests/fairlead/error-reports/envelopes.ts'
import { startPostgres } from '#tests/fairlead/error-reports/postgres.ts'
import { startUpstream } from '#tests/fairlead/error-reports/upstream.ts'
import { startServer, type Server } from '#tests/harness/start-server.ts'

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
  const [postgres, upstream] = await Promise.all([startPostgres(), startUpstream()])
  const env = { DATABASE_URL: await postgres.newDatabase(), SENTRY_DSN: upstream.dsn }
  // At once, so that both find an empty database.
  const servers = await Promise.all([startServer({ env }), startServer({ env })])
  const ids = await sendAll(servers, upstream.dsn, 10_000)
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
  await postgres.stop()
})
