import { createServer } from 'node:http'
import { afterEach, expect, it } from 'vitest'
import { captureException, storeFeedback } from '#fairlead/error-reports/capture-exception.server.ts'
import { startUnstored, createMonitoring, type Monitoring } from '#fairlead/error-reports/monitoring.server.ts'
import { handleTunnelRequest } from '#fairlead/error-reports/ingest/ingest.server.ts'
import {
  envelope,
  errorEnvelope,
  LOCAL_DSN,
  randomId,
  recordFor,
  spanEnvelope,
} from '#tests/fairlead/error-reports/envelopes.ts'
import { accept, answerWith, startUpstream, type Upstream } from '#tests/fairlead/error-reports/upstream.ts'
import { listen } from '#tests/harness/listen.ts'
import { testEnv } from '#tests/harness/test-env.ts'

let monitoring: Monitoring
let tunnel: string
let upstream: Upstream | undefined

/** Starts a tunnel as an application has it whose store of reports was removed. */
async function start(env: Record<string, string> = {}): Promise<void> {
  monitoring = createMonitoring(testEnv(env), { start: startUnstored })
  tunnel = await listen(
    createServer((request, response) => void handleTunnelRequest(request, response, '', monitoring)),
  )
}
afterEach(async () => {
  await monitoring.close()
  await upstream?.close()
  upstream = undefined
})

async function send(body: string): Promise<[status: number, answer: { id?: string; error?: string }]> {
  const response = await fetch(tunnel, { method: 'POST', body })
  return [response.status, (await response.json()) as { id?: string; error?: string }]
}

it('without a store the tunnel validates, and delivers to the ingest', async () => {
  upstream = await startUpstream()
  await start({ SENTRY_DSN: upstream.dsn })
  const id = randomId()
  expect(await send(errorEnvelope(id, upstream.dsn))).toEqual([200, { id }])
  expect((await send('hello'))[0]).toBe(400)
  expect((await send(envelope({})))[0]).toBe(403)
  expect((await send(errorEnvelope(randomId(), LOCAL_DSN)))[0]).toBe(403)
  expect((await send(spanEnvelope(1_000, 6_500)))[0]).toBe(413)
  const { id: own, stored } = captureException(new Error('of the server'), { digest: 'K7M2Q9XWTP' })
  expect(await stored).toBe(true)
  await expect.poll(() => upstream?.received.map(({ eventId }) => eventId).toSorted()).toEqual([id, own].toSorted())
  expect(upstream.received.find(({ eventId }) => eventId === own)?.body).toContain('K7M2Q9XWTP')
})

it('without a store the tunnel limits each client', async () => {
  await start({ TUNNEL_RATE_LIMIT: '1' })
  const statuses = []
  for (let count = 0; count < 10; count++) statuses.push((await send(errorEnvelope()))[0])
  expect(statuses.slice(0, 4)).toEqual([200, 200, 200, 200])
  expect(statuses.at(-1)).toBe(429)
})

it('without a store reports wait in memory while the ingest is down, and are sent before the process ends', async () => {
  upstream = await startUpstream(answerWith(503))
  await start({ SENTRY_DSN: upstream.dsn })
  const ids = Array.from({ length: 5 }, () => randomId())
  for (const id of ids) expect((await send(errorEnvelope(id, upstream.dsn)))[0]).toBe(200)
  await expect.poll(() => upstream?.received.length).toBeGreaterThan(0)
  upstream.received.length = 0
  upstream.behave(accept)
  await expect.poll(() => new Set(upstream?.received.map(({ eventId }) => eventId)).size).toBe(ids.length)

  const last = randomId()
  await monitoring.accept(recordFor(errorEnvelope(last, upstream.dsn)))
  await monitoring.close()
  expect(upstream.received.at(-1)?.eventId).toBe(last)
})

it('without a store and an ingest reports are answered and dropped', async () => {
  await start()
  const id = randomId()
  expect(await send(errorEnvelope(id))).toEqual([200, { id }])
  expect(await captureException(new Error('of the server')).stored).toBe(false)
  // The visitor is told that nobody will read it.
  expect(await storeFeedback({ message: 'it broke' })).toBe(false)
  expect(monitoring.fault()).toBeUndefined()
})
