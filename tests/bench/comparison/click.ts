import type { Browser } from 'playwright-core'
import { gather, type Comparison, type Task } from '#tests/bench/measurement.ts'
import { clickToFrame, type Conditions, launch, moveClock, openTab, type Tab } from '#tests/bench/comparison/browser.ts'
import { NAVIGATING, PEERS, type PageName, type PeerName, pathOf } from '#tests/bench/comparison/peers.ts'
import { prepareAll } from '#tests/bench/comparison/prepare.ts'
import { say } from '#tests/bench/comparison/progress.ts'
import { type Running, startPeer } from '#tests/bench/comparison/start.ts'

type Scenario = {
  name: string
  page: PageName
  /** The link to click, and the heading of its page. */
  link: string
  shown: [selector: string, text: string]
  before?: (tab: Tab) => Promise<unknown>
  height?: number
  /** A peer for which it says nothing. */
  without?: readonly PeerName[]
  /** Also taken with a slow processor, without `--all`. */
  alsoSlow?: true
}

const ITEM = 'main a[href$="/item/3"]'

/** Rests the pointer on a link until nothing is fetched any more, and takes it away. */
function prefetch(link: string) {
  return async ({ page, quiet }: Tab): Promise<void> => {
    await page.hover(link)
    // Longer than a pointer has to rest anywhere.
    await page.waitForTimeout(150)
    await quiet()
    await page.mouse.move(2, 2)
  }
}

function aged(ms: number) {
  return async (tab: Tab): Promise<void> => {
    await prefetch(ITEM)(tab)
    await moveClock(tab, ms)
  }
}

/** Waits until prefetches are under way, and not until they have ended. */
async function queued({ page }: Tab): Promise<void> {
  await page.waitForTimeout(120)
}

const item = { link: ITEM, shown: ['main h1', 'Item 3'] as [string, string] }

/** React Router keeps what it prefetched in the browser's HTTP cache, whose clock cannot be moved. */
const HTTP_CACHE: readonly PeerName[] = ['react-router']

const SCENARIOS: Scenario[] = [
  { name: 'prefetched', page: 'list', ...item, before: prefetch(ITEM), alsoSlow: true },
  { name: 'not prefetched', page: 'cold', ...item, alsoSlow: true },
  {
    name: 'not prefetched, behind 20 prefetches',
    page: 'queue',
    link: 'main a[href$="/item/99"]',
    shown: ['main h1', 'Item 99'],
    before: queued,
    // All of them are in view.
    height: 3_000,
  },
  { name: 'prefetched 40 s ago', page: 'list', ...item, before: aged(40_000), without: HTTP_CACHE },
  { name: 'prefetched 6 min ago', page: 'list', ...item, before: aged(360_000), without: HTTP_CACHE },
  {
    name: 'opened over the page, prefetched',
    page: 'photos',
    link: 'main a[href$="/photo/3"]',
    shown: ['dialog[open] h1', 'Photo 3'],
    before: prefetch('main a[href$="/photo/3"]'),
  },
]

const SLOWDOWN = 4
const ROUNDS = 3
const ROUNDS_THOROUGH = 15

/** One click on a link of a page that has just been opened, in milliseconds. */
async function clickOnce(
  browser: Browser,
  address: string,
  { link, shown: [selector, text], before }: Pick<Scenario, 'link' | 'shown' | 'before'>,
  conditions: Conditions,
): Promise<number> {
  await using tab = await openTab(browser, address, { shaped: true, ...conditions })
  if (before !== queued) await tab.quiet()
  await before?.(tab)
  return await clickToFrame(tab, link, selector, text)
}

/** From a click to the first frame of the new page, in Chromium. */
export async function measureClick({ thorough }: Task): Promise<Comparison[]> {
  await prepareAll(NAVIGATING)
  const rounds = thorough ? ROUNDS_THOROUGH : ROUNDS
  const { add, all } = gather()
  await using stack = new AsyncDisposableStack()
  await using browser = await launch()
  const servers: Partial<Record<PeerName, Running>> = {}
  for (const peer of NAVIGATING) servers[peer] = stack.use(await startPeer(peer))
  for (const cpuSlowdown of [1, SLOWDOWN]) {
    for (const { name, page, height, without, alsoSlow, ...scenario } of SCENARIOS) {
      if (cpuSlowdown > 1 && !alsoSlow && !thorough) continue
      const figure = `a link that is ${name}${cpuSlowdown > 1 ? `, processor ${cpuSlowdown} times slower` : ''}`
      say(`click: ${figure}`)
      const peers = NAVIGATING.filter((peer) => !without?.includes(peer))
      // The first round is for nothing: it warms the servers.
      for (let round = -1; round < rounds; round++) {
        for (const peer of round % 2 === 0 ? peers : peers.toReversed()) {
          const address = `${servers[peer]?.origin}${pathOf(PEERS[peer], page)}`
          const conditions = { cpuSlowdown, ...(height !== undefined && { height }) }
          const click = () => clickOnce(browser, address, scenario, conditions)
          // A page that hangs once costs a run of half an hour no more than a line.
          const took = await click().catch((fault: unknown) => {
            say(`  ${peer}, once more: ${String(fault).split('\n', 1)[0]}`)
            return click()
          })
          if (round >= 0) add(figure, 'ms', 'less', peer, took)
        }
      }
    }
  }
  return all()
}
