import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { errorEnvelope, randomId } from '#tests/shell/error-reports/envelopes.ts'
import { accept, answerWith, startUpstream, type Upstream } from '#tests/shell/error-reports/upstream.ts'
import { startServer, type Server } from '#tests/harness/start-server.ts'

let upstream: Upstream
let dataDir: string
let server: Server | undefined

beforeEach(async () => {
  upstream = await startUpstream()
  dataDir = await mkdtemp(join(tmpdir(), 'fairlead-delivery-'))
})
afterEach(async () => {
  await server?.stop()
  await upstream.close()
  await rm(dataDir, { recursive: true, force: true })
})

const start = async () => (server = await startServer({ env: { SENTRY_DSN: upstream.dsn, DATA_DIR: dataDir } }))

async function send(id: string, headers: Record<string, string> = {}): Promise<number> {
  const body = errorEnvelope(id, upstream.dsn)
  const response = await fetch(`${server?.origin}/monitoring`, { method: 'POST', body, headers })
  return response.status
}

async function until(holds: () => boolean): Promise<void> {
  const end = Date.now() + 15_000
  while (!holds() && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 20))
  expect(holds()).toBe(true)
}

describe('delivery', () => {
  it('sends reports to the ingest, without data of the visitor', async () => {
    await start()
    const id = randomId()
    await send(id, {
      cookie: 'secret=1',
      'user-agent': 'Visitor/1',
      'x-forwarded-for': '203.0.113.9',
      authorization: 'x',
    })
    await until(() => upstream.received.length === 1)
    const [{ headers, body } = { headers: {}, body: '' }] = upstream.received
    expect(headers['user-agent']).toBe('Visitor/1')
    expect(JSON.stringify(headers) + body).not.toMatch(/secret|203\.0\.113\.9|127\.0\.0\.1:\d+"?,"(cookie|x-f)/)
  })

  it('survives an unavailable ingest, and a kill', async () => {
    upstream.behave(answerWith(503))
    const first = await start()
    const ids = Array.from({ length: 10 }, () => randomId())
    expect(await Promise.all(ids.map((id) => send(id)))).toEqual(ids.map(() => 200))
    await until(() => upstream.received.length > 0)
    first.process.kill('SIGKILL')
    await first.exit
    upstream.received.length = 0
    upstream.behave(accept)
    // serve() removes only a folder of its own.
    await start()
    await until(() => new Set(upstream.received.map(({ eventId }) => eventId)).size === ids.length)
    expect(upstream.received).toHaveLength(ids.length)
  })

  it('contacts only the configured URL', async () => {
    const other = await startUpstream()
    await start()
    upstream.behave(answerWith(307, { location: `${other.origin}/api/7/envelope/` }))
    await send(randomId())
    for (const dsn of [other.dsn, other.dsn.replace('key@', 'key@127.0.0.1@'), `${upstream.dsn}/../../${other.dsn}`]) {
      const response = await fetch(`${server?.origin}/monitoring?o=${other.origin}&p=7`, {
        method: 'POST',
        body: errorEnvelope(randomId(), dsn),
        headers: { 'x-forwarded-host': new URL(other.origin).host },
      })
      expect(response.status).toBe(403)
    }
    await until(() => upstream.received.length > 0)
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(other.received).toEqual([])
    await other.close()
  })
})
