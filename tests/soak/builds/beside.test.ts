import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { buildApplicationBeside } from '#tests/application/build.ts'
import { freePort } from '#tests/harness/free-port.ts'
import { newPage } from '#tests/harness/page.ts'
import { root } from '#tests/harness/project-files.ts'
import { ask } from '#tests/harness/request.ts'
import { type Server, startServer } from '#tests/harness/start-server.ts'

/** Time to install Next.js and to build with it, beside other builds. */
const BUILD_MS = 600_000

const FOLDER = join(root, 'tests/.tmp/next-old')

const ENV = { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1', VITEST: undefined }

async function run(command: string, ...args: string[]): Promise<void> {
  const child = spawn(command, args, { cwd: FOLDER, env: ENV, stdio: 'ignore' })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} failed in ${FOLDER}`)
}

let next: ChildProcess
let old: string
let server: Server

beforeAll(async () => {
  const port = await freePort()
  old = `http://127.0.0.1:${port}`
  rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(FOLDER, { recursive: true })
  cpSync(join(root, 'tests/bench/peers/next-old'), FOLDER, { recursive: true })
  await run('npm', 'install', '--no-audit', '--no-fund', '--include=prod')
  await run(process.execPath, 'node_modules/next/dist/bin/next', 'build')
  next = spawn(process.execPath, ['server.mjs'], { cwd: FOLDER, env: { ...ENV, PORT: String(port) }, stdio: 'ignore' })
  server = await startServer({
    cwd: await buildApplicationBeside(),
    env: { BESIDE_ORIGIN: old, BESIDE_KEEP: '/*' },
  })
  // Until then it rejects, because nothing listens.
  await vi.waitFor(() => fetch(old), 60_000)
}, BUILD_MS)

afterAll(async () => {
  next.kill()
  await server.stop()
})

const both = async (path: string, headers: Record<string, string> = {}) => {
  const host = { host: 'www.example.com', ...headers }
  return Promise.all([old, server.origin].map((origin) => ask(path, { origin, headers: host })))
}

/** Headers of one connection or one moment, and the one that this server adds. */
const OF_THE_MOMENT = /^(?:date|connection|keep-alive|transfer-encoding|server-timing)$/

describe('Next.js is the same behind this application', () => {
  it.each([
    ['/', {}],
    ['/two', { 'accept-encoding': 'gzip' }],
    ['/two?_rsc=1', { rsc: '1' }],
    ['/members', {}],
    ['/members', { cookie: 'name=Ada' }],
    ['/form', {}],
    ['/none', {}],
    ['/_next/static/none.js', {}],
    ['/two/', {}],
  ])('%s with %j', async (path, headers) => {
    const [alone, behind] = await both(path, headers)
    const comparable = (answer: typeof alone) => ({
      status: answer?.status,
      headers: Object.entries(answer?.headers ?? {}).filter(([name]) => !OF_THE_MOMENT.test(name)),
      setCookies: answer?.setCookies,
      body: answer?.body.length,
    })
    expect(comparable(behind)).toEqual(comparable(alone))
  })

  it.each([
    ['/streamed', 'waiting'],
    ['/events', 'data: 1'],
  ])('%s begins before it ends', async (path, begun) => {
    const reader = (await fetch(server.origin + path)).body?.getReader()
    const first = new TextDecoder().decode((await reader?.read())?.value)
    await reader?.cancel()
    expect(first).toContain(begun)
    expect(first).not.toMatch(/<p>late|data: 2/)
  })

  it('a WebSocket is open, and hears of it', async () => {
    const socket = new WebSocket(`${server.origin.replace('http', 'ws')}/socket`)
    const [message] = (await once(socket, 'message')) as [MessageEvent]
    expect(message.data).toBe('from the old one')
    socket.close()
  })
})

describe('a visitor', () => {
  const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).waitFor()

  it('is in the old application by links, without a document', async () => {
    const page = await newPage({ baseURL: server.origin })
    await page.goto('/')
    await page.evaluate(() => Object.assign(window, { alive: true }))
    await page.getByRole('link', { name: 'Two' }).click()
    await heading(page, 'Old two')
    expect(await page.evaluate(() => 'alive' in window)).toBe(true)
  })

  it('signs in by a server action, and is let in', async () => {
    const page = await newPage({ baseURL: server.origin })
    await page.goto('/members')
    await heading(page, 'Sign in')
    await page.getByLabel('Name').fill('Ada')
    await page.getByRole('button').click()
    await heading(page, 'Members: Ada')
    expect(await page.context().cookies()).toMatchObject([{ name: 'name', httpOnly: true }])
  })
})
