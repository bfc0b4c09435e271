import type { Browser } from 'playwright-core'
import { gather, type Comparison, type Task } from '#tests/bench/measurement.ts'
import { launch } from '#tests/bench/comparison/browser.ts'
import { scriptsUntilAlive } from '#tests/bench/comparison/bytes.ts'
import { linksPath, type Peer, PEERS, pathOf, VARIANT_NAMES, WITH_RULES } from '#tests/bench/comparison/peers.ts'
import { prepare, prepareAll, USUAL, type Variant } from '#tests/bench/comparison/prepare.ts'
import { say } from '#tests/bench/comparison/progress.ts'
import { ask } from '#tests/bench/comparison/server.ts'
import { startPeer } from '#tests/bench/comparison/start.ts'

const LINKS = 1_000
const ROUTES = 1_000
const RULES = 10_000

type Extent = { rounds: number; ms: number }
type Gathered = ReturnType<typeof gather>

/** Time of the server for one request and bytes of the first page, of the last build. */
async function figures(browser: Browser, peer: Peer, what: string, path: string, extent: Extent, { add }: Gathered) {
  await using server = await startPeer(peer.name)
  await ask(server.origin + path, 8, { ms: extent.ms })
  for (let round = 0; round < extent.rounds; round++) {
    const { p50 } = await ask(server.origin + path, 1, { ms: extent.ms })
    add(`${what}: time of the server`, 'ms', 'less', peer.name, p50)
  }
  const gzip = await scriptsUntilAlive(browser, server.origin + path)
  add(`${what}: JavaScript until the page is alive, gzip`, 'kB', 'less', peer.name, gzip / 1_000)
}

/** Measures the cost of more routes, links and rules for the visitor of one page. */
export async function measureGrowth({ thorough }: Task): Promise<Comparison[]> {
  const extent = thorough ? { rounds: 7, ms: 3_000 } : { rounds: 2, ms: 700 }
  const gathered = gather()
  await using browser = await launch()
  const built = async (peer: Peer, variant: Variant, what: string) => {
    await prepare(peer, variant)
    say(`growth: ${what}, ${peer.name}`)
    await figures(browser, peer, what, pathOf(peer, 'list'), extent, gathered)
  }
  await prepareAll(VARIANT_NAMES)
  for (const name of VARIANT_NAMES) {
    const what = `${LINKS} links on the page`
    say(`growth: ${what}, ${name}`)
    await figures(browser, PEERS[name], what, linksPath(PEERS[name], LINKS), extent, gathered)
  }
  for (const name of WITH_RULES) await built(PEERS[name], { ...USUAL, rules: RULES }, `${RULES} redirects`)
  for (const name of VARIANT_NAMES) await built(PEERS[name], { ...USUAL, routes: ROUTES }, `${ROUTES} more routes`)
  return gathered.all()
}
