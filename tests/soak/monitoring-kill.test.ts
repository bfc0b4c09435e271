import { expect, it } from 'vitest'
import { errorEnvelope, randomId, sessionEnvelope } from '#tests/fairlead/error-reports/envelopes.ts'
import { startUpstream } from '#tests/fairlead/error-reports/upstream.ts'
import { startServer } from '#tests/harness/start-server.ts'
import { temporaryFolder } from '#tests/harness/temporary-folder.ts'

const CLIENTS = 8

it('no accepted report is lost, whenever the process is killed', async () => {
  const kills = 50
  const dataDir = temporaryFolder()
  const upstream = await startUpstream()
  const env = { DATA_DIR: dataDir, SENTRY_DSN: upstream.dsn }
  const answered = new Set<string>()
  let server = await startServer({ env })
  const over = new AbortController()

  const client = async (): Promise<void> => {
    while (!over.signal.aborted) {
      const id = randomId()
      const isError = Math.random() < 0.8
      const body = isError ? errorEnvelope(id, upstream.dsn) : sessionEnvelope(upstream.dsn)
      try {
        const response = await fetch(`${server.origin}/monitoring`, { method: 'POST', body })
        if (response.status === 200 && isError) answered.add(id)
        await response.arrayBuffer()
      } catch {
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    }
  }
  const clients = Array.from({ length: CLIENTS }, client)

  for (let kill = 0; kill < kills; kill++) {
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 700))
    server.process.kill('SIGKILL')
    await server.exit
    server = await startServer({ env })
  }
  over.abort()
  await Promise.all(clients)

  const received = () => new Set(upstream.received.map(({ eventId }) => eventId))
  const missing = () => [...answered].filter((id) => !received().has(id))
  const end = Date.now() + 120_000
  while (missing().length > 0 && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 500))
  expect(missing()).toEqual([])
  // A slow machine accepts a few before each kill, a quick one hundreds.
  expect(answered.size).toBeGreaterThan(kills)

  // Only deliveries in progress at a kill are sent again: a few for each.
  const events = upstream.received.filter(({ eventId }) => eventId !== undefined)
  expect(events.length - received().size).toBeLessThanOrEqual(kills * 16)
  expect(await server.stop()).toBe(0)
  await upstream.close()
})
