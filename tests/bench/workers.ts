import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Measurement } from '#tests/bench/measurement.ts'
import { PEERS, pathOf } from '#tests/bench/comparison/peers.ts'
import { prepareAll } from '#tests/bench/comparison/prepare.ts'
import { ask } from '#tests/bench/comparison/server.ts'
import { CLIENT_CORE, SERVER_CORE, type Running, startPeer } from '#tests/bench/comparison/start.ts'
import { median, rounded } from '#tests/bench/statistics.ts'

const PAGE = 'list'
const CONNECTIONS = 64
const ROUNDS = 7
const WARM_UP_MS = 15_000
const ROUND_MS = 2_000
const BOTH_CORES = `${SERVER_CORE},${CLIENT_CORE}`

/** Counts how often a list is written as JSON and read again in a time, with no other process in the way. */
const COMPUTE = `
const list = Array.from({ length: 2_000 }, (_, id) => ({ id, name: 'name ' + id, inner: { twice: id * 2 } }))
const until = performance.now() + ${ROUND_MS}
let count = 0
for (; performance.now() < until; count++) JSON.parse(JSON.stringify(list))
console.log(count)`

async function compute(): Promise<number> {
  const { stdout } = await promisify(execFile)('taskset', ['-c', BOTH_CORES, process.execPath, '-e', COMPUTE])
  return Number(stdout)
}

/** The cores of a server, and of what asks it. */
const PLACES = {
  /** A core for one worker, and the other for what asks. */
  held: { WORKERS: '1', cores: SERVER_CORE, client: CLIENT_CORE },
  /** One worker whose garbage collector and compiler may use the other core. */
  one: { WORKERS: '1', cores: BOTH_CORES, client: BOTH_CORES },
  /** A core for each worker, which share them with what asks. */
  two: { WORKERS: '2', cores: BOTH_CORES, client: BOTH_CORES },
}

type Place = keyof typeof PLACES

const load = (place: Place, { origin }: Running, ms: number) =>
  ask(origin + pathOf(PEERS.fairlead, PAGE), CONNECTIONS, { ms }, PLACES[place].client)

/** One round: requests a second of each server, and what one and two processes compute that share nothing. */
async function round(servers: Record<Place, Running>) {
  const held = await load('held', servers.held, ROUND_MS)
  const one = await load('one', servers.one, ROUND_MS)
  const two = await load('two', servers.two, ROUND_MS)
  const alone = await compute()
  const both = await Promise.all([compute(), compute()])
  return { held, one, two, machine: (both[0] + both[1]) / alone }
}

/**
 * Measures two worker processes on two cores against one on one core, by requests a second of a dynamic page, in turn.
 * What asks has the other core of the one, and shares both with the two; its share is a figure. One process that may use
 * both cores is a figure too: the engine collects garbage and compiles beside it. So is what the machine itself has, two
 * processes that only compute to one: cores of a rented machine are often halves of one.
 */
export async function measureWorkers(): Promise<Measurement[]> {
  await prepareAll(['fairlead'])
  await using stack = new AsyncDisposableStack()
  const start = async (place: Place) => {
    const { WORKERS, cores } = PLACES[place]
    const server = stack.use(await startPeer('fairlead', { variables: { WORKERS }, cores }))
    await load(place, server, WARM_UP_MS)
    return server
  }
  const running = { held: await start('held'), one: await start('one'), two: await start('two') }
  const rounds: Awaited<ReturnType<typeof round>>[] = []
  for (let count = 0; count < ROUNDS; count++) rounds.push(await round(running))
  const of = (name: string, unit: string, value: (from: (typeof rounds)[number]) => number): Measurement => ({
    name,
    value: rounded(median(rounds.map(value)), 2),
    unit,
  })
  const times = of('one worker on one core to two on two', '', ({ held, two }) => held.perSecond / two.perSecond)
  return [
    of('a list of 24, one worker on one core: requests', 'a second', ({ held }) => held.perSecond),
    of('a list of 24, one worker on two cores: requests', 'a second', ({ one }) => one.perSecond),
    of('a list of 24, two workers on two cores: requests', 'a second', ({ two }) => two.perSecond),
    // At most 1 / 1.8.
    { ...times, aim: 0.56 },
    of('one worker on two cores to two', '', ({ one, two }) => one.perSecond / two.perSecond),
    of('one process that computes to two', '', ({ machine }) => 1 / machine),
    of('what asks two workers', 'cores', ({ two }) => two.busy),
  ]
}
