import { gather, type Comparison, type Task } from '#tests/bench/measurement.ts'
import { PEERS, pathOf } from '#tests/bench/comparison/peers.ts'
import { prepareAll } from '#tests/bench/comparison/prepare.ts'
import { say } from '#tests/bench/comparison/progress.ts'
import { ask } from '#tests/bench/comparison/server.ts'
import { startPeer } from '#tests/bench/comparison/start.ts'
import { processorMs } from '#tests/bench/processor-time.ts'

/** Fairlead, and TanStack Start without it. */
const PAIR = ['fairlead', 'tanstack-start'] as const

const CONNECTIONS = 32

/** A burst is short, and its pair follows at once, so that both meet the same machine. */
const BURST_MS = 2_000

/** V8 compiles for ten seconds on one core. */
const WARM_UP_BURSTS = 8

const ROUNDS = 10

/** Measures the list of 24 beside bare TanStack Start: the bytes of its document, and the processor time of a request. */
export async function measureList({ thorough }: Task): Promise<Comparison[]> {
  await prepareAll(PAIR)
  const { add, all } = gather()
  await using stack = new AsyncDisposableStack()
  const servers = []
  for (const peer of PAIR) {
    const server = stack.use(await startPeer(peer))
    servers.push({ peer, pid: server.pid, address: server.origin + pathOf(PEERS[peer], 'list') })
  }
  for (const { peer, address } of servers) {
    const answer = await fetch(address, { headers: { 'accept-encoding': 'identity' } })
    add('a list of 24: HTML, not compressed', 'kB', 'less', peer, (await answer.arrayBuffer()).byteLength / 1_000)
  }
  for (let burst = 0; burst < WARM_UP_BURSTS; burst++) {
    for (const { address } of servers) await ask(address, CONNECTIONS, { ms: BURST_MS })
  }
  for (let round = 0; round < (thorough ? 3 * ROUNDS : ROUNDS); round++) {
    say(`list: round ${round + 1}`)
    for (const { peer, pid, address } of round % 2 === 0 ? servers : servers.toReversed()) {
      const before = processorMs(pid)
      const { requests } = await ask(address, CONNECTIONS, { ms: BURST_MS })
      add(
        'a list of 24, in bursts: processor time a request',
        'ms',
        'less',
        peer,
        (processorMs(pid) - before) / requests,
      )
    }
  }
  return all()
}
