import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { ask } from '#tests/harness/request.ts'
import { servedFolder, testEnvironment } from '#tests/harness/start-server.ts'

/** Vite compiles its dependencies first, on a machine that is doing other things. */
const START_MS = 120_000

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

let origin: string
let stop: () => Promise<void>
const log: string[] = []

beforeAll(async () => {
  const [port, dataDir] = await Promise.all([freePort(), mkdtemp(join(tmpdir(), 'fairlead-'))])
  const env = { ...testEnvironment(dataDir, { PORT: String(port), TEST_JOBS: 'on' }), NODE_ENV: 'development' }
  const child = spawn(process.execPath, ['app/host/commands/bootstrap.mjs', 'dev'], {
    cwd: servedFolder(),
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  createInterface(child.stdout).on('line', (line) => log.push(line))
  const exit = once(child, 'exit')
  origin = `http://127.0.0.1:${port}`
  stop = async () => {
    child.kill('SIGKILL')
    await exit
    await rm(dataDir, { recursive: true, force: true })
  }
  const isUp = async () => expect((await ask('/', { origin, headers: { accept: 'text/html' } })).status).toBe(200)
  await vi.waitFor(isUp, { timeout: START_MS, interval: 500 })
}, START_MS)
afterAll(() => stop())

describe('in dev', () => {
  it.each([
    ['/monitoring', 405, 'application/json'],
    ['/monitoring/x', 404, 'application/json'],
    ['/monitoringxyz', 404, 'text/html'],
    ['/monitoring-as-code', 404, 'text/html'],
  ])('%s answers %i with %s', async (path, status, type) => {
    const response = await ask(path, { origin, headers: { accept: 'text/html' } })
    expect(response.status).toBe(status)
    expect(response.headers['content-type']).toContain(type)
  })

  it('jobs run', async () => {
    await vi.waitFor(() => expect(log.join('\n')).toContain('"job":"tick","msg":"tick ends"'), 30_000)
  })

  it('writes from elsewhere are refused', async () => {
    expect((await ask('/readings', { origin, json: {} })).status).toBe(403)
  })
})
