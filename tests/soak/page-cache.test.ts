import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { OWN_PAGE } from '#tests/harness/call-server-fn.ts'
import { random } from '#tests/harness/random.ts'
import { ask } from '#tests/harness/request.ts'
import { type Server, startServer } from '#tests/harness/start-server.ts'
import { DATABASE_MS, type TestPlace, testPlace } from '#tests/harness/test-database.ts'

const IDS = ['a', 'b', 'c'] as const

/** Processes on one database. What two may do wrong, any two of four may. */
const PROCESSES = 4

/** Processes that are killed during a run. */
const KILLS = 6

/** Longest run, in milliseconds: on a slow machine there are fewer invalidations then. */
const RUN_MS = 50_000

/** Time after which everybody knows of an invalidation, in milliseconds. */
const KNOWN_MS = 1_000

/** Invalidations at one process, which take longer than `KNOWN_MS`. */
const STRETCH = 250

const HEADERS = { 'sec-fetch-site': 'same-origin' }

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Returns a cluster: processes at one database, of which one that is killed comes back. */
async function startProcesses(env: Record<string, string>) {
  const start = () => startServer({ env })
  const servers: (Server | undefined)[] = await Promise.all(Array.from({ length: PROCESSES }, start))
  const restarts: Promise<void>[] = []
  return {
    at: (index: number) => servers[index % PROCESSES],
    kill(index: number): void {
      const server = servers[index % PROCESSES]
      if (!server) return
      servers[index % PROCESSES] = undefined
      server.process.kill('SIGKILL')
      const restart = async () => {
        await server.exit
        servers[index % PROCESSES] = await start()
      }
      restarts.push(restart())
    },
    async stop(): Promise<void> {
      await Promise.all(restarts)
      await Promise.all(servers.flatMap((server) => server?.stop() ?? []))
    },
  }
}

type Processes = Awaited<ReturnType<typeof startProcesses>>

/** Returns what visitors see, and which of it they saw too late. */
function createWitness() {
  /** The page of each stamp, when it was first seen, and since when everybody should know that it is old. */
  const stamps = new Map<string, { id: string; seenAt: number; endedAt: number }>()
  const violations: string[] = []
  let visits = 0
  return {
    violations,
    count: () => ({ visits, stamps: stamps.size }),
    async visit({ origin }: Server, id: string): Promise<void> {
      const askedAt = performance.now()
      const { status, text } = await ask(`/kept/${id}`, { origin, headers: HEADERS })
      const stamp = /<output data-testid="stamp"[^>]*>([^<]*)</.exec(text)?.[1]
      if (stamp === undefined) throw new Error(`/kept/${id} answered ${status}`)
      visits += 1
      const known = stamps.get(stamp)
      if (!known) stamps.set(stamp, { id, seenAt: performance.now(), endedAt: Infinity })
      else if (askedAt > known.endedAt + KNOWN_MS) {
        violations.push(`${id}: seen ${Math.round(askedAt - known.endedAt)} ms after its end`)
      }
    },
    /** Ends what was seen before an invalidation that was acknowledged now. */
    end(id: string, startedAt: number): void {
      const now = performance.now()
      for (const stamp of stamps.values()) {
        if (stamp.id === id && stamp.seenAt < startedAt && stamp.endedAt === Infinity) stamp.endedAt = now
      }
    },
  }
}

/** Visits the pages of one process until the end, while it runs. */
async function visitUntil(over: AbortSignal, processes: Processes, index: number, witness: Witness): Promise<void> {
  for (let visits = 0; !over.aborted; visits++) {
    const server = processes.at(index)
    if (!server) {
      await pause(20)
      continue
    }
    try {
      await witness.visit(server, IDS[visits % IDS.length] ?? 'a')
    } catch (error) {
      // Killed meanwhile.
      if (processes.at(index) === server) throw error
    }
  }
}

type Witness = ReturnType<typeof createWitness>

/**
 * Invalidates tags, one after the other, for some time at the same process: the others learn of it by notifications alone.
 * Returns how many were acknowledged.
 */
async function invalidate(count: number, processes: Processes, witness: Witness): Promise<number> {
  const next = random(20 * PROCESSES)
  const kills = new Set(Array.from({ length: KILLS }, () => Math.floor(next() * count)))
  const until = performance.now() + RUN_MS
  let acknowledged = 0
  for (let round = 0; acknowledged < count && performance.now() < until; round++) {
    const index = Math.floor(acknowledged / STRETCH) % PROCESSES
    const id = IDS[Math.floor(next() * IDS.length)] ?? 'a'
    const server = processes.at(index)
    const startedAt = performance.now()
    // One may be killed before, during or after this one.
    if (kills.has(round)) {
      const killed = Math.floor(next() * PROCESSES)
      setTimeout(() => processes.kill(killed), next() * 20)
    }
    if (!server) {
      await pause(5)
      continue
    }
    const answer = await ask('/kept-control', {
      origin: server.origin,
      json: { tags: [`kept:${id}`] },
      headers: OWN_PAGE,
    }).catch(() => undefined)
    if (answer?.status !== 200) continue
    witness.end(id, startedAt)
    acknowledged += 1
  }
  return acknowledged
}

describe(`${PROCESSES} processes on one PostgreSQL, some of which are killed`, () => {
  let place: TestPlace
  let processes: Processes
  beforeAll(async () => {
    place = await testPlace('postgres')
    processes = await startProcesses(place.env)
  }, DATABASE_MS)
  afterAll(async () => {
    await processes.stop()
    place.remove()
  })

  it('show nobody a page from more than a second before, while tags are invalidated 1 000 times', async () => {
    const witness = createWitness()
    const over = new AbortController()
    const visitors = Array.from({ length: PROCESSES * 2 }, (_, index) =>
      visitUntil(over.signal, processes, index, witness),
    )
    const acknowledged = await invalidate(1_000, processes, witness)
    await pause(KNOWN_MS * 1.5)
    over.abort()
    await Promise.all(visitors)
    const { visits, stamps } = witness.count()
    console.log(JSON.stringify({ acknowledged, visits, stamps }))
    expect(witness.violations).toEqual([])
    expect(acknowledged).toBeGreaterThan(100)
    expect(stamps).toBeGreaterThan(acknowledged * 0.1)
  })
})
