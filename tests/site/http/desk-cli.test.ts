import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawnSync } from 'node:child_process'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { errorEnvelope, randomId } from '#tests/shell/error-reports/envelopes.ts'
import { answerWith, startUpstream, type Upstream } from '#tests/shell/error-reports/upstream.ts'
import { servedFolder, startServer, type Server, testEnvironment } from '#tests/harness/start-server.ts'

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

function reports(...args: string[]) {
  const env = testEnvironment(dataDir)
  return spawnSync(process.execPath, ['app/host/commands/cli.ts', 'reports', ...args], {
    cwd: servedFolder(),
    env,
    encoding: 'utf8',
  })
}

describe('npm run reports', () => {
  it('lists what was not delivered yet, with the reason', async () => {
    upstream.behave(answerWith(503))
    await start()
    const ids = Array.from({ length: 3 }, () => randomId())
    expect(await Promise.all(ids.map((id) => send(id)))).toEqual(ids.map(() => 200))
    await until(() => reports('--undelivered').stdout.includes('answered 503'))
    const listed = reports('--undelivered').stdout
    for (const id of ids) expect(listed).toContain(id)
  })

  it('prints what was put aside with the ingest’s reason', async () => {
    upstream.behave(answerWith(413, { 'x-sentry-error': 'envelope exceeded size limits' }))
    await start()
    const id = randomId()
    await send(id)
    await until(() => upstream.received.length === 1)
    await until(() => reports('--undelivered').stdout.includes('failed'))
    expect(reports(id).stdout).toContain('Delivery  failed: envelope exceeded size limits')
  })
})
