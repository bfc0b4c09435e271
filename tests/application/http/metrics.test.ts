import { beforeAll, describe, expect, it, vi } from 'vitest'
import { ask } from '#tests/harness/request.ts'
import { withServer } from '#tests/harness/with-server.ts'

const TOKEN = 'token-of-these-tests'
const POLL = { timeout: 40_000 }

const server = withServer({ env: { WORKERS: '2', OPERATOR_TOKEN: TOKEN } })
beforeAll(async () => {
  await vi.waitUntil(() => server.log.filter((line) => line.includes('"a worker serves"')).length === 2, POLL)
})

const askMetrics = (token?: string) =>
  ask('/metrics', { origin: server.origin, headers: token === undefined ? {} : { authorization: `Bearer ${token}` } })

/** Returns the values of the series of a metric. */
async function read(metric: string): Promise<Record<string, number>> {
  const { text } = await askMetrics(TOKEN)
  const lines = text.split('\n').filter((line) => line.startsWith(`${metric}{`))
  return Object.fromEntries(
    lines.map((line) => [line.slice(metric.length, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]),
  )
}

describe('/metrics', () => {
  it('counts what all workers have done, by stage and status', async () => {
    const before = await read('http_requests_total')
    for (let time = 0; time < 8; time++) await ask('/item/7', { origin: server.origin })
    await ask('/nowhere', { origin: server.origin })
    await ask('/favicon.svg', { origin: server.origin })
    await ask('/echo/', { origin: server.origin })
    const grownBy = async (labels: string) => ((await read('http_requests_total'))[labels] ?? 0) - (before[labels] ?? 0)
    await expect.poll(() => grownBy('{stage="render",status="200"}'), POLL).toBe(8)
    expect(await grownBy('{stage="render",status="404"}')).toBe(1)
    expect(await grownBy('{stage="static-files",status="200"}')).toBe(1)
    expect(await grownBy('{stage="canonical-url",status="308"}')).toBe(1)
  })

  it('counts pages from the cache, and has the lengths of queues in a format that Prometheus reads', async () => {
    for (let time = 0; time < 3; time++) await ask('/kept/metrics', { origin: server.origin })
    await expect.poll(async () => (await read('page_cache_total'))['{result="hit"}'], POLL).toBeGreaterThanOrEqual(1)
    expect((await read('page_cache_total'))['{result="made"}']).toBeGreaterThanOrEqual(1)
    const { headers, text } = await askMetrics(TOKEN)
    expect(headers['content-type']).toBe('text/plain; version=0.0.4')
    expect(text).toContain('# TYPE http_requests_total counter\n')
    expect(text).toContain('# TYPE queue_length gauge\n')
    for (const line of text.trim().split('\n'))
      expect(line).toMatch(/^(?:# (?:HELP|TYPE) .+|\w+\{(?:\w+="[^"]*",?)*\} \d+)$/)
  })

  it('belongs to the application without a token, and is refused with others', async () => {
    expect((await askMetrics()).status).toBe(404)
    expect((await askMetrics('another-token-than-that')).status).toBe(401)
    expect((await askMetrics(TOKEN)).status).toBe(200)
    let refused = await askMetrics('another-token-than-that')
    for (let attempt = 0; attempt < 10 && refused.status === 401; attempt++) {
      refused = await askMetrics('another-token-than-that')
    }
    expect(refused.status).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  })
})
