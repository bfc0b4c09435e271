import { gather, type Comparison, type Task } from '#tests/bench/measurement.ts'
import { launch, openTab, type Tab, type Transfer } from '#tests/bench/comparison/browser.ts'
import { NAVIGATING, PEERS, pathOf } from '#tests/bench/comparison/peers.ts'
import { prepareAll } from '#tests/bench/comparison/prepare.ts'
import { say } from '#tests/bench/comparison/progress.ts'
import { startPeer } from '#tests/bench/comparison/start.ts'

/** So low that most of the links are out of view at first. */
const HEIGHT = 500

/** Time that the pointer rests on each link, until its page has been fetched. */
const REST_MS = 300

const WAYS: { name: string; figure: 'requests' | 'bytes'; visit: (tab: Tab) => Promise<unknown> }[] = [
  { name: 'left alone', figure: 'requests', visit: ({ page }) => page.waitForTimeout(1_500) },
  {
    name: 'scrolled through',
    figure: 'requests',
    visit: async ({ page }) => {
      for (let step = 0; step < 20; step++) {
        await page.mouse.wheel(0, 150)
        await page.waitForTimeout(60)
      }
    },
  },
  {
    name: 'hovered through',
    figure: 'bytes',
    visit: async ({ page }) => {
      for (const link of await page.locator('main li a').all()) {
        await link.hover()
        await page.waitForTimeout(REST_MS)
      }
    },
  },
]

/** True for data and code of other pages, by their paths or by server functions; never for the page's own files. */
function isOfItem({ url }: Transfer): boolean {
  const { pathname } = new URL(url)
  return pathname.includes('/item/') || pathname.startsWith('/_serverFn/')
}

/** Measures the requests and bytes of prefetching on a page of 24 links, without those of the page itself. */
export async function measurePrefetch({ thorough }: Task): Promise<Comparison[]> {
  await prepareAll(NAVIGATING)
  const { add, all } = gather()
  await using browser = await launch()
  for (const peer of NAVIGATING) {
    say(`prefetch: ${peer}`)
    await using server = await startPeer(peer)
    for (const { name, figure, visit } of WAYS) {
      for (let round = 0; round < (thorough ? 5 : 1); round++) {
        await using tab = await openTab(browser, server.origin + pathOf(PEERS[peer], 'list'), { height: HEIGHT })
        await visit(tab)
        await tab.quiet()
        const asked = tab.transfers.filter(isOfItem)
        const bytes = asked.reduce((sum, transfer) => sum + transfer.bytes, 0)
        if (figure === 'requests') add(`24 links, ${name}: requests`, 'requests', 'less', peer, asked.length)
        else add(`24 links, ${name}: bytes`, 'kB', 'less', peer, bytes / 1_000)
      }
    }
  }
  return all()
}
