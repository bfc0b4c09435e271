import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { builtFolder, copyOutput, isOfBuild } from '#tests/harness/built-folder.ts'
import { ask } from '#tests/harness/request.ts'
import { type Server, servedFolder, startServer } from '#tests/harness/start-server.ts'

/** Time for workers to start beside other suites. */
const POLL = { timeout: 40_000 }

async function startWorkers(cwd = servedFolder()): Promise<Server> {
  const server = await startServer({ env: { WORKERS: '2', TIDES_UNIT: 'feet' }, cwd })
  await vi.waitUntil(() => workersOf(server).length === 2, POLL)
  return server
}

/** Returns the lines of the log with this message. */
function lines({ log }: Server, msg: string): Record<string, unknown>[] {
  return log.map((line) => JSON.parse(line) as Record<string, unknown>).filter((line) => line.msg === msg)
}

/** Returns the process ids of all workers that have served so far, in their order. */
const workersOf = (server: Server): number[] => lines(server, 'a worker serves').map(({ pid }) => Number(pid))

/** Returns the process ids of the workers that serve. */
function livingOf(server: Server): number[] {
  const ended = new Set(lines(server, 'a worker ended').map(({ pid }) => Number(pid)))
  return workersOf(server).filter((pid) => !ended.has(pid))
}

type Load = { stop: () => Promise<{ answered: number; failed: string[] }> }

/** Pause of a client after a response: without it, the requests take the processor from the workers that start. */
const PAUSE_MS = 20

/** Requests a page from several clients, one request after the other, with and without a new connection for each. */
function startLoad({ origin }: Server, clients = 4): Load {
  const stopping = new AbortController()
  let answered = 0
  const failed: string[] = []
  const request = (agent: Agent | false) =>
    new Promise<number>((resolve, reject) => {
      const sent = get(`${origin}/start`, { agent, timeout: 20_000 }, (incoming) => {
        incoming.resume().once('error', reject)
        incoming.once('end', () => resolve(incoming.statusCode ?? 0))
      })
      sent.once('timeout', () => sent.destroy(new Error('no response')))
      sent.once('error', reject)
    })
  const client = async (_: unknown, index: number): Promise<void> => {
    const agent = index % 2 === 0 && new Agent({ keepAlive: true, maxSockets: 1 })
    while (!stopping.signal.aborted) {
      const result = await request(agent).catch((error: unknown) => (error as Error).message)
      if (result === 200) answered += 1
      else failed.push(String(result))
      await sleep(PAUSE_MS)
    }
    if (agent) agent.destroy()
  }
  const running = Promise.all(Array.from({ length: clients }, client))
  return {
    async stop() {
      stopping.abort()
      await running
      return { answered, failed }
    },
  }
}

describe('a worker', () => {
  let server: Server
  /** The workers that serve now. */
  let pids: number[]
  beforeAll(async () => {
    server = await startWorkers()
  })
  beforeEach(() => {
    pids = workersOf(server).slice(-2)
  })
  afterAll(() => server.stop())

  const isReplaced = async () => {
    await expect.poll(() => workersOf(server).slice(-2), POLL).not.toEqual(pids)
  }

  it('that is killed is replaced, and only its own requests fail', async () => {
    const load = startLoad(server)
    await sleep(300)
    process.kill(pids[0] ?? 0, 'SIGKILL')
    await isReplaced()
    await sleep(300)
    const { answered, failed } = await load.stop()
    // Each client has one request at a time.
    expect(failed.length).toBeLessThanOrEqual(4)
    expect(failed.filter((why) => !/hang up|reset/i.test(why))).toEqual([])
    expect(answered).toBeGreaterThan(20)
  })

  it('that is killed leaves the connections that it has not taken over to another', async () => {
    const [pid = 0] = pids
    process.kill(pid, 'SIGSTOP')
    const answers = Promise.all(Array.from({ length: 6 }, () => ask('/start', { origin: server.origin })))
    await sleep(500)
    process.kill(pid, 'SIGKILL')
    expect((await answers).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
    await isReplaced()
  })

  it('that is told to stop ends after its responses, and is replaced', async () => {
    const load = startLoad(server)
    process.kill(pids[0] ?? 0, 'SIGTERM')
    await isReplaced()
    expect(await load.stop()).toMatchObject({ failed: [] })
  })

  it('shares the rate of a client', async () => {
    const { origin } = server
    const statuses = []
    for (let count = 0; count < 6; count++) statuses.push((await ask('/rated', { origin })).status)
    expect(statuses).toEqual([200, 200, 429, 429, 429, 429])
  })

  it('shares what a visitor typed', async () => {
    const { origin } = server
    for (let count = 0; count < 4; count++) {
      const { headers } = await ask('/_serverFn/0000?form=x', {
        origin,
        form: { place: 'berth-4711' },
        headers: { accept: 'text/html', 'sec-fetch-site': 'same-origin', referer: `${origin}/start` },
      })
      const cookie = (headers['set-cookie'] ?? '').split(';', 1)[0] ?? ''
      expect((await ask('/start', { origin, headers: { cookie } })).text).toContain('berth-4711')
    }
  })

  it('does not announce the server: its port is said once', () => {
    expect(lines(server, 'listening')).toMatchObject([{ port: Number(new URL(server.origin).port) }])
  })
})

describe('workers that requests crash', { timeout: 120_000 }, () => {
  it('are replaced after growing pauses, however often: the server goes on', async () => {
    const server = await startWorkers()
    // As many as failed starts end the server, each soon after it began to serve, and the last one with nobody left.
    for (const count of [1, 2, 2]) {
      const served = workersOf(server)
      for (const pid of livingOf(server).slice(-count)) process.kill(pid, 'SIGKILL')
      await expect
        .poll(() => workersOf(server).length, { timeout: 60_000 })
        .toBeGreaterThanOrEqual(served.length + count)
    }
    expect((await ask('/start', { origin: server.origin })).status).toBe(200)
    expect(lines(server, 'workers cannot start')).toEqual([])
    expect(await server.stop()).toBe(0)
  })
})

describe('SIGHUP', { timeout: 120_000 }, () => {
  let folder: string
  let server: Server
  beforeAll(async () => {
    folder = mkdtempSync(join(servedFolder(), '..', 'workers-'))
    copyOutput(join(folder, '.output'))
    server = await startWorkers(folder)
  })
  afterAll(async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const output = () => join(folder, '.output')

  const entry = () => join(output(), 'server/index.mjs')

  /** Writes another build into the folder, and the entry that starts it as `index.mjs.next`. */
  function prepareBuild(change: (next: string) => void): void {
    const name = String(readdirSync(join(output(), 'builds')).length)
    const next = join(output(), 'builds', name)
    cpSync(builtFolder(output()), next, { recursive: true, filter: isOfBuild })
    change(next)
    writeFileSync(`${entry()}.next`, `await import('../builds/${name}/server/index.mjs')`)
  }

  /** Puts another build into the folder, as `npm run build` does. */
  function build(change: (next: string) => void): void {
    prepareBuild(change)
    renameSync(`${entry()}.next`, entry())
  }

  const paintIcon = (next: string, name: string) => {
    const file = join(next, 'public/favicon.svg')
    // The same length: the build notes its size.
    writeFileSync(file, readFileSync(file, 'utf8').replace('svg', name))
  }

  const icon = () => ask('/favicon.svg', { origin: server.origin }).then(({ text }) => text)

  it('replaces all workers by those of a new build, and no request fails', async () => {
    const before = await icon()
    build((next) => paintIcon(next, 'new'))
    expect(await icon()).toBe(before)

    const load = startLoad(server)
    server.process.kill('SIGHUP')
    await expect.poll(() => lines(server, 'a worker ended'), POLL).toHaveLength(2)
    const { answered, failed } = await load.stop()
    expect(failed).toEqual([])
    expect(answered).toBeGreaterThan(20)
    expect(lines(server, 'a worker ended').map(({ code }) => code)).toEqual([0, 0])
    expect(workersOf(server)).toHaveLength(4)
    expect(await icon()).toBe(before.replace('svg', 'new'))
  })

  it('takes a build that is published while the workers of another one start', async () => {
    const [before, served] = [await icon(), workersOf(server).length]
    build((next) => {
      const publish = `import { renameSync } from 'node:fs'
try { renameSync(${JSON.stringify(`${entry()}.next`)}, ${JSON.stringify(entry())}) } catch {}`
      const start = join(next, 'server/index.mjs')
      writeFileSync(start, `${publish}\n${readFileSync(start, 'utf8')}`)
    })
    prepareBuild((next) => paintIcon(next, 'two'))
    server.process.kill('SIGHUP')
    await expect.poll(() => workersOf(server).length, POLL).toBe(served + 2)
    // Both workers respond to some of them.
    const icons = await Promise.all(Array.from({ length: 8 }, icon))
    expect(new Set(icons)).toEqual(new Set([before.replace('new', 'two')]))
  })

  it('replaces a worker once that is killed while all are replaced', async () => {
    const count = (msg: string) => lines(server, msg).length
    const [begun, done] = [
      'starting workers of the build in the folder',
      'all workers are those of the build in the folder',
    ]
    const before = { begun: count(begun), done: count(done) }
    server.process.kill('SIGHUP')
    await expect.poll(() => count(begun), POLL).toBe(before.begun + 1)
    process.kill(Number(livingOf(server)[0]), 'SIGKILL')
    await expect.poll(() => count(done), POLL).toBe(before.done + 1)
    await expect.poll(() => livingOf(server), POLL).toHaveLength(2)
    // One more would serve by then.
    await sleep(3_000)
    expect(livingOf(server)).toHaveLength(2)
  })

  it('leaves the workers of before when the new build cannot start', async () => {
    const [before, served] = [await icon(), workersOf(server).length]
    build((next) => writeFileSync(join(next, 'server/index.mjs'), 'process.exit(7)'))

    const load = startLoad(server)
    server.process.kill('SIGHUP')
    const refused = 'the build in the folder cannot start: the workers of before go on'
    await expect.poll(() => lines(server, refused), POLL).toMatchObject([{ fault: 'it ended with 7' }])
    expect(await load.stop()).toMatchObject({ failed: [] })
    expect(await icon()).toBe(before)
    expect(workersOf(server)).toHaveLength(served)

    build(() => {})
    server.process.kill('SIGHUP')
    await expect.poll(() => workersOf(server), POLL).toHaveLength(served + 2)
  })
})
