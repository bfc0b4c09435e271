import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { OWN_PAGE } from '#tests/harness/call-server-fn.ts'
import { ask, type AskOptions } from '#tests/harness/request.ts'
import { type Server, startServer } from '#tests/harness/start-server.ts'
import { DATABASE_MS, ENGINES, type TestPlace, testPlace } from '#tests/harness/test-database.ts'

const PROCESSES = 3

describe.each(ENGINES)('several processes on one database of %s', (engine) => {
  let place: TestPlace
  let servers: Server[] = []
  const start = () => startServer({ env: place.env })
  beforeAll(async () => {
    place = await testPlace(engine)
    servers = await Promise.all(Array.from({ length: PROCESSES }, start))
  }, DATABASE_MS)
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop()))
    place.remove()
  })

  const visit = ({ origin }: Server, path: string, options: AskOptions = {}) =>
    ask(path, { origin, ...options, headers: { 'sec-fetch-site': 'same-origin', ...options.headers } })
  async function stampOf(server: Server, path: string, headers: Record<string, string> = {}): Promise<string> {
    const { text } = await visit(server, path, { headers })
    return /<output data-testid="stamp"[^>]*>([^<]*)</.exec(text)?.[1] ?? ''
  }
  const control = (server: Server, json: object) => visit(server, '/kept-control', { json, headers: OWN_PAGE })
  async function renders(): Promise<number> {
    const counts = await Promise.all(servers.map(async (server) => (await visit(server, '/kept-control')).text))
    return counts.reduce((sum, text) => sum + (JSON.parse(text) as { renders: number }).renders, 0)
  }
  /** Requests a path often of all processes at a time, and returns the different stamps. */
  const stampede = async (path: string) => {
    const stamps = servers.flatMap((server) => Array.from({ length: 30 }, () => stampOf(server, path)))
    return new Set(await Promise.all(stamps))
  }

  it('render a page once after a cold start, and a process that starts later is warm', async () => {
    await Promise.all(servers.map((server) => control(server, { delay: 100 })))
    const before = await renders()
    const stamps = await stampede('/kept/cold')
    expect(stamps.size).toBe(1)
    const late = await start()
    servers.push(late)
    expect([...stamps]).toEqual([await stampOf(late, '/kept/cold')])
    expect((await renders()) - before).toBe(1)
  })

  it('know of an invalidation within a second, and render once for it', async () => {
    const [old] = await stampede('/kept/known')
    const before = await renders()
    await control(servers[0] as Server, { tags: ['kept:known'] })
    await sleep(1_000)
    const stamps = await stampede('/kept/known')
    expect([stamps.size, stamps.has(old ?? '')]).toEqual([1, false])
    expect((await renders()) - before).toBe(1)
  })

  it('show the visitor who invalidated what is new at once, whichever they reach', async () => {
    const [one, two] = servers as [Server, Server]
    for (let round = 0; round < 8; round++) {
      const old = await stampOf(two, '/kept/own')
      const { setCookies } = await control(one, { tags: ['kept:own'] })
      const [cookie = ''] = setCookies[0]?.split(';') ?? []
      expect(await stampOf(two, '/kept/own', { cookie })).not.toBe(old)
    }
  })

  // With SQLite, others wait for the end of its lease: that is in database-store.test.ts.
  it.runIf(engine === 'postgres')(
    'go on when one that renders is killed',
    async () => {
      const [, two] = servers as [Server, Server]
      const doomed = await start()
      await control(doomed, { delay: 60_000 })
      const lost = stampOf(doomed, '/kept/killed').catch(() => 'lost')
      await sleep(300)
      doomed.process.kill('SIGKILL')
      expect(await lost).toBe('lost')
      await vi.waitFor(async () => expect(await stampOf(two, '/kept/killed')).not.toBe(''), { timeout: 30_000 })
      expect((await visit(two, '/kept/killed')).headers['cache-status']).toBe('page-cache; hit')
    },
    60_000,
  )
})
