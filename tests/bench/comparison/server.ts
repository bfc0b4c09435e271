import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gather, type Comparison, type Task } from '#tests/bench/measurement.ts'
import {
  PEERS,
  type PageName,
  type PeerName,
  pathOf,
  VARIANT_NAMES,
  workFolder,
} from '#tests/bench/comparison/peers.ts'
import { prepareAll } from '#tests/bench/comparison/prepare.ts'
import { say } from '#tests/bench/comparison/progress.ts'
import { CLIENT_CORE, type Running, SERVER_CORE, startPeer, startProgram } from '#tests/bench/comparison/start.ts'
import { processorMs } from '#tests/bench/processor-time.ts'
import { root } from '#tests/harness/project-files.ts'

/** So many that even a page which waits for its data is rendered a thousand times a second. */
const WARM_UP_CONNECTIONS = 256
const MEMORY_CONNECTIONS = 32

type Kind = 'requests' | 'processor time' | 'latency, p50' | 'latency, p99'

/** The pages, and what the table or an aim shows of each, by the number of connections. */
const PAGES: { page: PageName; name: string; isStatic?: true; figures: Readonly<Record<number, readonly Kind[]>> }[] = [
  { page: 'home', name: 'a small page, the same for everyone', isStatic: true, figures: { 32: ['requests'] } },
  { page: 'doc', name: 'a long document, the same for everyone', isStatic: true, figures: { 32: ['requests'] } },
  { page: 'list', name: 'a list of 24', figures: { 32: ['requests', 'processor time'] } },
  {
    page: 'links',
    name: '100 links',
    figures: { 1: ['latency, p50'], 32: ['requests', 'processor time'], 256: ['latency, p99'] },
  },
  // With 32 connections all answer as many a second, and wait.
  { page: 'item', name: 'an item whose data takes 200 ms', figures: { 256: ['requests', 'processor time'] } },
]

const DEFAULT = { rounds: 5, ms: 1_000, starts: 3, requests: 3_000 }
const THOROUGH = { rounds: 7, ms: 4_000, starts: 9, requests: 100_000 }

type Extent = typeof DEFAULT

type Load = {
  requests: number
  perSecond: number
  p50: number
  p99: number
  bytes: number
  failed: number
  busy: number
}

/**
 * Seconds for engines to compile what a page needs: after fewer those with more code are measured uncompiled. On one core
 * V8 compiles for ten seconds, and after some 10 000 renders once more: by then it knows other shapes of arrays. A second
 * at a time, in turn: a server that nobody asks for eight seconds gives its memory and its compiled code back.
 */
const WARM_UP_SECONDS = 18

/** The same for pages that are there when they are asked for. */
const STATIC_WARM_UP_SECONDS = 4

/** Time before each measurement of a page that is rendered, in which a server takes back the memory that it gave away. */
const LEAD_MS = 500

/** Above this share of its core the load generator is what limits. */
const BUSY = 0.97

/** Asks one address, from the other core unless told. Throws when an answer is not 200. */
export async function ask(
  address: string,
  connections: number,
  limit: { ms: number } | { count: number },
  cores = CLIENT_CORE,
) {
  const until = 'ms' in limit ? [String(limit.ms), 'ms'] : [String(limit.count), 'count']
  const program = join(root, 'tests/bench/comparison/load-generator.ts')
  const args = ['-c', cores, process.execPath, program, address, String(connections), ...until]
  const { stdout } = await promisify(execFile)('taskset', args)
  const load = JSON.parse(stdout) as Load
  if (load.failed > 0) throw new Error(`${load.failed} of the answers of ${address} were not 200`)
  return load
}

function residentMegabytes({ pid }: Running): number {
  const [, pages = '0'] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')
  return (Number(pages) * 4_096) / 1e6
}

/** Headers that Node sends itself, or that belong to a connection and not to an answer. */
const LEFT = new Set(['connection', 'keep-alive', 'transfer-encoding', 'date', 'content-length'])

/** Starts the bare server with the very bytes that Fairlead answers. */
async function startNodeHttp(fairlead: Running, pages: readonly PageName[]): Promise<Running> {
  const answers = await Promise.all(
    pages.map(async (page) => {
      const path = pathOf(PEERS.fairlead, page)
      const response = await fetch(fairlead.origin + path, { headers: { 'accept-encoding': 'identity' } })
      const headers = Object.fromEntries([...response.headers].filter(([name]) => !LEFT.has(name)))
      const body = Buffer.from(await response.arrayBuffer()).toString('base64')
      return [path, { status: response.status, headers, body }] as const
    }),
  )
  const folder = workFolder('node-http')
  mkdirSync(folder, { recursive: true })
  const CAPTURED = join(folder, 'captured.json')
  writeFileSync(CAPTURED, JSON.stringify(Object.fromEntries(answers)))
  return startProgram({
    name: 'node-http',
    cwd: join(root, 'tests/bench/peers/node-http'),
    args: () => ['server.mjs'],
    path: pathOf(PEERS.fairlead, pages[0] ?? 'home'),
    variables: { CAPTURED },
    cores: SERVER_CORE,
  })
}

/** Requests per second and latency of each page; the servers are there all along, and asked in turn. */
async function loads({ rounds, ms }: Extent): Promise<Comparison[]> {
  const { add, all } = gather()
  await using stack = new AsyncDisposableStack()
  const fairlead = stack.use(await startPeer('fairlead'))
  const servers: Record<string, Running> = { fairlead }
  for (const peer of VARIANT_NAMES) servers[peer] ??= stack.use(await startPeer(peer))
  const captured = PAGES.map(({ page }) => page)
  servers['node-http'] = stack.use(await startNodeHttp(fairlead, captured))
  for (const { page, name, isStatic, figures } of PAGES) {
    // A bare server is no reference for responses with a delay.
    const asked = Object.entries(servers).filter(([peer]) => peer !== 'node-http' || page !== 'item')
    const addressOf = (peer: string, { origin }: Running) =>
      origin + pathOf(PEERS[peer === 'node-http' ? 'fairlead' : (peer as PeerName)], page)
    for (let second = 0; second < (isStatic ? STATIC_WARM_UP_SECONDS : WARM_UP_SECONDS); second++) {
      for (const [peer, server] of asked) await ask(addressOf(peer, server), WARM_UP_CONNECTIONS, { ms: 1_000 })
    }
    for (const [count, kinds] of Object.entries(figures)) {
      const connections = Number(count)
      const where = `${name}, ${connections} ${connections === 1 ? 'connection' : 'connections'}`
      say(`server: ${where}`)
      for (let round = 0; round < rounds; round++) {
        for (const [peer, server] of round % 2 === 0 ? asked : asked.toReversed()) {
          if (!isStatic) await ask(addressOf(peer, server), connections, { ms: LEAD_MS })
          const before = processorMs(server.pid)
          const load = await ask(addressOf(peer, server), connections, { ms })
          const processor = processorMs(server.pid) - before
          if (kinds.includes('requests')) add(`${where}: requests`, 'a second', 'more', peer, load.perSecond)
          if (kinds.includes('processor time'))
            add(`${where}: processor time a request`, 'ms', 'less', peer, processor / load.requests)
          if (kinds.includes('latency, p50')) add(`${where}: latency, p50`, 'ms', 'less', peer, load.p50)
          if (kinds.includes('latency, p99')) add(`${where}: latency, p99`, 'ms', 'less', peer, load.p99)
          if (load.busy > BUSY && peer !== 'node-http') say(`  ${peer} was as fast as it could be asked`)
        }
      }
    }
  }
  return all()
}

async function memory({ requests }: Extent): Promise<Comparison[]> {
  const { add, all } = gather()
  for (const peer of VARIANT_NAMES) {
    say(`server: memory of ${peer}`)
    await using server = await startPeer(peer)
    for (const { page } of PAGES) await fetch(server.origin + pathOf(PEERS[peer], page)).then((answer) => answer.text())
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    add('memory at rest', 'MB', 'less', peer, residentMegabytes(server))
    await ask(server.origin + pathOf(PEERS[peer], 'links'), MEMORY_CONNECTIONS, { count: requests })
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    add(`memory after ${requests} requests`, 'MB', 'less', peer, residentMegabytes(server))
  }
  return all()
}

async function starts({ starts: rounds }: Extent): Promise<Comparison[]> {
  const { add, all } = gather()
  say('server: from start to first answer')
  for (let round = 0; round < rounds; round++) {
    for (const peer of round % 2 === 0 ? VARIANT_NAMES : VARIANT_NAMES.toReversed()) {
      await using server = await startPeer(peer)
      add('from start to the first answer', 'ms', 'less', peer, server.startMs)
    }
  }
  return all()
}

/** Measures throughput, memory and start time of servers; each on one core, with the load generator on another. */
export async function measureServer({ thorough }: Task): Promise<Comparison[]> {
  await prepareAll(VARIANT_NAMES)
  const extent = thorough ? THOROUGH : DEFAULT
  return [...(await loads(extent)), ...(await memory(extent)), ...(await starts(extent))]
}
