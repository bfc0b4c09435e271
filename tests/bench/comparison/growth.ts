import { gather, type Comparison, type Task } from '#tests/bench/measurement.ts'
import { launch } from '#tests/bench/comparison/browser.ts'
import { scriptsUntilAlive } from '#tests/bench/comparison/bytes.ts'
import { type Peer, PEERS, pathOf, VARIANT_NAMES, WITH_RULES } from '#tests/bench/comparison/peers.ts'
import { prepare, USUAL, type Variant } from '#tests/bench/comparison/prepare.ts'
import { say } from '#tests/bench/comparison/progress.ts'
import { ask } from '#tests/bench/comparison/server.ts'
import { startPeer } from '#tests/bench/comparison/start.ts'

const ROUTES = 1_000
const RULES = 10_000

/** Measures the cost of more routes and rules for the visitor of one page. */
export async function measureGrowth({ thorough }: Task): Promise<Comparison[]> {
  const { rounds, ms } = thorough ? { rounds: 7, ms: 3_000 } : { rounds: 2, ms: 700 }
  const { add, all } = gather()
  await using browser = await launch()
  const measure = async (peer: Peer, variant: Variant, what: string) => {
    await prepare(peer, variant)
    say(`growth: ${what}, ${peer.name}`)
    await using server = await startPeer(peer.name)
    const address = server.origin + pathOf(peer, 'list')
    await ask(address, 8, { ms })
    for (let round = 0; round < rounds; round++) {
      const { p50 } = await ask(address, 1, { ms })
      add(`${what}: time of the server`, 'ms', 'less', peer.name, p50)
    }
    if (variant.routes === 0) return
    const gzip = await scriptsUntilAlive(browser, address)
    add(`${what}: JavaScript until the page is alive, gzip`, 'kB', 'less', peer.name, gzip / 1_000)
  }
  for (const name of WITH_RULES) await measure(PEERS[name], { ...USUAL, rules: RULES }, `${RULES} redirects`)
  for (const name of VARIANT_NAMES) await measure(PEERS[name], { ...USUAL, routes: ROUTES }, `${ROUTES} more routes`)
  return all()
}
