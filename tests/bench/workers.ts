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

/** One round: requests a second of each server, and what one and two processes compute that share nothing. */
async function round(one: Running, two: Running) {
  const load = ({ origin }: Running) =>
    ask(origin + pathOf(PEERS.fairlead, PAGE), CONNECTIONS, { ms: ROUND_MS }, BOTH_CORES)
  const [loadOfOne, loadOfTwo] = [await load(one), await load(two)]
  const alone = await compute()
  const both = await Promise.all([compute(), compute()])
  return { one: loadOfOne, two: loadOfTwo, machine: (both[0] + both[1]) / alone }
}

/**
 * Measures two worker processes on two cores against one, by requests a second of a dynamic page, in turn. What asks
 * shares the cores with them, and its share is a figure too. So is what the machine itself has: two processes that only
 * compute, to one. Cores of a rented machine are often halves of one.
 */
export async function measureWorkers(): Promise<Measurement[]> {
  await prepareAll(['fairlead'])
  const servers: Running[] = []
  const start = async (WORKERS: string) => {
    const server = await startPeer('fairlead', { variables: { WORKERS }, cores: BOTH_CORES })
    servers.push(server)
    await ask(server.origin + pathOf(PEERS.fairlead, PAGE), CONNECTIONS, { ms: WARM_UP_MS }, BOTH_CORES)
    return server
  }
  try {
    const [one, two] = [await start('1'), await start('2')]
    const rounds: Awaited<ReturnType<typeof round>>[] = []
    for (let count = 0; count < ROUNDS; count++) rounds.push(await round(one, two))
    const of = (value: (from: (typeof rounds)[number]) => number) => rounded(median(rounds.map(value)), 2)
    const part = 'workers'
    return [
      { part, name: 'a list of 24, one worker: requests', value: of((from) => from.one.perSecond), unit: 'a second' },
      { part, name: 'a list of 24, two workers: requests', value: of((from) => from.two.perSecond), unit: 'a second' },
      // At most 1 / 1.8.
      {
        part,
        name: 'one worker to two',
        value: of(({ one: a, two: b }) => a.perSecond / b.perSecond),
        unit: '',
        aim: 0.56,
      },
      { part, name: 'one process that computes to two', value: of(({ machine }) => 1 / machine), unit: '' },
      { part, name: 'what asks two workers', value: of((from) => from.two.busy), unit: 'cores' },
    ]
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
  }
}
