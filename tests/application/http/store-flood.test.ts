import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { errorEnvelope, spanEnvelope } from '#tests/fairlead/error-reports/envelopes.ts'
import { temporaryFolder } from '#tests/harness/temporary-folder.ts'
import { withServer } from '#tests/harness/with-server.ts'

const LIMIT = 20_000_000

/** Envelopes of 5 MB that one client sends at once. */
const COUNT = 24

/** The write-ahead log beside the file, and the largest envelope, which is one commit. */
const BESIDE = 16_384_000 + 6_291_456

/** Made before the server starts, because that takes seconds in which connections would be closed. */
const large = Array.from({ length: 6 }, () => gzipSync(spanEnvelope(1_000, 5_000), { level: 1 }))
const small = Array.from({ length: 40 }, () => gzipSync(spanEnvelope(1_000), { level: 1 }))

const folder = temporaryFolder()
const server = withServer({
  env: {
    DATA_DIR: folder,
    RETENTION_BYTES: String(LIMIT),
    TUNNEL_RATE_LIMIT: '50',
    TRUSTED_PROXIES: '127.0.0.1',
  },
})

type Answer = { status: number; retryAfter: string | null }

async function send(client: string, body: BodyInit, encoding?: 'gzip'): Promise<Answer> {
  const response = await fetch(`${server.origin}/monitoring`, {
    method: 'POST',
    body,
    headers: { 'x-forwarded-for': client, ...(encoding && { 'content-encoding': encoding }) },
  })
  await response.arrayBuffer()
  return { status: response.status, retryAfter: response.headers.get('retry-after') }
}

function diskBytes(): number {
  const files = ['reports.db', 'reports.db-wal'].map((name) => join(folder, name))
  return files.map((file) => (existsSync(file) ? statSync(file).size : 0)).reduce((sum, size) => sum + size, 0)
}

function query<Row>(sql: string): Row[] {
  const database = new DatabaseSync(join(folder, 'reports.db'), { readOnly: true })
  try {
    return database.prepare(sql).all() as Row[]
  } finally {
    database.close()
  }
}

const counted = (name: string) =>
  query<{ count: number }>(`select sum(count) as count from counters where name like '${name}%'`)[0]?.count ?? 0

it('large envelopes of one client at once are refused until they fit, and others are served', async () => {
  const [body = Buffer.of()] = large
  expect(body.length).toBeLessThan(60_000)
  const answers = Array.from({ length: COUNT }, () => send('203.0.113.1', body, 'gzip'))
  let largest = 0
  const watch = setInterval(() => (largest = Math.max(largest, diskBytes())), 20)
  expect(await send('203.0.113.2', errorEnvelope())).toEqual({ status: 200, retryAfter: null })
  const flood = await Promise.all(answers)
  clearInterval(watch)

  const refused = flood.filter(({ status }) => status !== 200)
  expect(refused.length).toBeGreaterThan(COUNT / 2)
  expect(refused.length).toBeLessThan(COUNT)
  for (const { status, retryAfter } of refused) {
    expect([429, 503]).toContain(status)
    expect(Number(retryAfter)).toBeGreaterThan(0)
  }
  expect(largest).toBeLessThanOrEqual(LIMIT + BESIDE)
  // What was decompressed is paid for: a small report of the same client waits as well.
  expect((await send('203.0.113.1', errorEnvelope())).status).toBe(429)
  await expect.poll(() => counted('refused'), { timeout: 20_000 }).toBe(refused.length + 1)
})

it('the file stays within its limit while large envelopes of many clients arrive', async () => {
  let largest = 0
  for (const [client, body] of large.entries()) {
    expect((await send(`198.51.100.${client}`, body, 'gzip')).status).toBe(200)
    largest = Math.max(largest, diskBytes())
  }
  expect(largest).toBeLessThanOrEqual(LIMIT + BESIDE)
  await expect.poll(() => counted('retention-bytes'), { timeout: 20_000 }).toBeGreaterThan(0)
})

it('spans beyond the budget of a client are sampled, and its errors are not', async () => {
  const stored = () =>
    query<{ count: number }>("select count(*) as count from envelopes where kind = 'span' and size < 300000")
  for (const body of small) expect((await send('192.0.2.1', body, 'gzip')).status).toBe(200)
  expect((await send('192.0.2.1', errorEnvelope())).status).toBe(200)
  const [row] = stored()
  // Ten at once and one in six seconds, and of the others a tenth by chance.
  expect(row?.count).toBeGreaterThanOrEqual(10)
  expect(row?.count).toBeLessThan(35)
  await expect.poll(() => counted('sampled'), { timeout: 20_000 }).toBe((small.length - (row?.count ?? 0)) * 1_000)
})
