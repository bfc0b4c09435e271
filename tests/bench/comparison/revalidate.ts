import type { Figure, Measurement, Task } from '#tests/bench/measurement.ts'
import { gather } from '#tests/bench/comparison/gather.ts'
import { PEERS, workFolder } from '#tests/bench/comparison/peers.ts'
import { prepareAll } from '#tests/bench/comparison/prepare.ts'
import { say } from '#tests/bench/comparison/progress.ts'
import { ask } from '#tests/bench/comparison/server.ts'
import { type Running, startProgram } from '#tests/bench/comparison/start.ts'
import { withProcessorTime } from '#tests/bench/processor-time.ts'
import { median, rounded } from '#tests/bench/statistics.ts'
import { startPostgres } from '#tests/shell/error-reports/postgres.ts'

/** The peers with pages that are rendered again. */
const NAMES = ['fairlead', 'next'] as const

type Name = (typeof NAMES)[number]

/** Time after which a page counts as stale for good, in milliseconds. */
const LIMIT_MS = 3_000

/** Visitors of each process while a page is invalidated. */
const VISITORS = 8

/** Interval between invalidations under load, in milliseconds. */
const INVALIDATION_MS = 100

/** A hit of a page with an age may take so many times the processor time of one of a static page. */
const HIT_AIM = 1.3

const CONNECTIONS = 32

type Pair = { aged: string; processes: readonly [Running, Running] }

async function startPair(name: Name, variables: NodeJS.ProcessEnv): Promise<Pair> {
  const { start, prefix } = PEERS[name]
  const startOne = (number: number) =>
    startProgram({
      name: `${name}-${number}`,
      cwd: workFolder(name),
      args: start,
      path: prefix || '/',
      variables: { NODE_ENV: 'production', ...variables },
    })
  return { aged: `${prefix}/aged`, processes: [await startOne(1), await startOne(2)] }
}

async function stampOf({ origin }: Running, path: string): Promise<string> {
  const html = await (await fetch(origin + path)).text()
  return /<output[^>]*>([^<]+)</.exec(html)?.[1] ?? ''
}

async function invalidate({ origin }: Running): Promise<void> {
  const { ok, status } = await fetch(`${origin}/revalidate`, {
    method: 'POST',
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  if (!ok) throw new Error(`${origin}/revalidate answered ${status}`)
}

async function rendersOf(processes: readonly Running[]): Promise<number> {
  const counts = await Promise.all(
    processes.map(async ({ origin }) => (await (await fetch(`${origin}/revalidate`)).json()) as { renders: number }),
  )
  return counts.reduce((sum, { renders }) => sum + renders, 0)
}

/** Returns the time until the last visitor of a process no longer sees a page, in milliseconds; at most `LIMIT_MS`. */
async function staleFor(process: Running, path: string, old: string): Promise<number> {
  const since = performance.now()
  const visitor = async () => {
    let last = 0
    while (performance.now() - since < LIMIT_MS) {
      const asked = performance.now() - since
      if ((await stampOf(process, path)) !== old) return last
      last = asked
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    return LIMIT_MS
  }
  return Math.max(...(await Promise.all(Array.from({ length: VISITORS }, visitor))))
}

/** Invalidates a page in one of two processes, and watches both. */
async function watchInvalidation(name: Name, { aged, processes }: Pair, add: ReturnType<typeof gather>['add']) {
  const [one, other] = processes
  const [shown, shownByOther] = [await stampOf(one, aged), await stampOf(other, aged)]
  const before = await rendersOf(processes)
  await invalidate(one)
  const [own, others] = await Promise.all([staleFor(one, aged, shown), staleFor(other, aged, shownByOther)])
  add('a page stays after its invalidation, in the process that was asked', 'ms', 'less', name, own)
  add(`a page stays after its invalidation, in another process (${LIMIT_MS} ms at most)`, 'ms', 'less', name, others)
  add('renders for an invalidation, in two processes', 'renders', 'less', name, (await rendersOf(processes)) - before)
}

/** Asks a process as fast as it can while its page is invalidated again and again. */
async function loadWhileInvalidated(name: Name, pair: Pair, ms: number, add: ReturnType<typeof gather>['add']) {
  const [one] = pair.processes
  const over = new AbortController()
  const invalidations = (async () => {
    while (!over.signal.aborted) {
      await invalidate(one)
      await new Promise((resolve) => setTimeout(resolve, INVALIDATION_MS))
    }
  })()
  const { result: load, processor } = await withProcessorTime(one.process.pid, () =>
    ask(one.origin + pair.aged, CONNECTIONS, { ms }),
  )
  over.abort()
  await invalidations
  add('requests while a page is invalidated ten times a second', 'a second', 'more', name, load.perSecond)
  add('latency then, p99', 'ms', 'less', name, load.p99)
  if (processor !== undefined) add('processor time a request then', 'ms', 'less', name, processor / load.requests)
}

/** Compares hits of a page with an age with those of a static page, in turn. */
async function compareHits(
  { origin, process }: Running,
  aged: string,
  rounds: number,
  ms: number,
): Promise<Measurement[]> {
  const ratios: number[] = []
  for (let round = 0; round < rounds; round++) {
    const costs: number[] = []
    for (const path of round % 2 === 0 ? [aged, '/'] : ['/', aged]) {
      const { result, processor = Number.NaN } = await withProcessorTime(process.pid, () =>
        ask(origin + path, CONNECTIONS, { ms }),
      )
      costs.push(processor / result.requests)
    }
    const [first = 0, second = 0] = costs
    ratios.push(round % 2 === 0 ? first / second : second / first)
  }
  const name = 'processor time of a hit: a page with an age, to a static page'
  return [{ part: 'revalidate', name, value: rounded(median(ratios), 2), unit: 'times', aim: HIT_AIM }]
}

/** Measures pages that are invalidated, with two processes of each peer; those of Fairlead share a PostgreSQL. */
export async function measureRevalidate({ thorough }: Task): Promise<Figure[]> {
  await prepareAll(NAMES)
  const { rounds, ms } = thorough ? { rounds: 20, ms: 4_000 } : { rounds: 5, ms: 2_000 }
  const { add, all } = gather('revalidate')
  const postgres = await startPostgres()
  const pairs: Partial<Record<Name, Pair>> = {}
  try {
    const databaseUrl = await postgres.newDatabase()
    pairs.fairlead = await startPair('fairlead', { DATABASE_URL: databaseUrl })
    pairs.next = await startPair('next', {})
    for (let round = 0; round < rounds; round++) {
      for (const name of round % 2 === 0 ? NAMES : NAMES.toReversed()) {
        const pair = pairs[name]
        if (!pair) continue
        say(`revalidate: ${name}`)
        await watchInvalidation(name, pair, add)
        await loadWhileInvalidated(name, pair, ms, add)
      }
    }
    return [...all(), ...(await compareHits(pairs.fairlead.processes[0], pairs.fairlead.aged, rounds, ms))]
  } finally {
    await Promise.all(Object.values(pairs).flatMap(({ processes }) => processes.map((running) => running.stop())))
    await postgres.stop()
  }
}
