import { gather, type Comparison, type Task } from '#tests/bench/measurement.ts'
import { launch, openTab, type Tab } from '#tests/bench/comparison/browser.ts'
import { NAVIGATING, PEERS, pathOf } from '#tests/bench/comparison/peers.ts'
import { prepareAll } from '#tests/bench/comparison/prepare.ts'
import { say } from '#tests/bench/comparison/progress.ts'
import { startPeer } from '#tests/bench/comparison/start.ts'

/** So low that most of the links are out of view at first. */
const HEIGHT = 500

/** Time that the pointer rests on each link, until its page has been fetched. */
const REST_MS = 300

const WAYS: { name: string; visit: (tab: Tab) => Promise<unknown> }[] = [
  { name: 'left alone', visit: ({ page }) => page.waitForTimeout(1_500) },
  {
    name: 'scrolled through',
    visit: async ({ page }) => {
      for (let step = 0; step < 20; step++) {
        await page.mouse.wheel(0, 150)
        await page.waitForTimeout(60)
      }
    },
  },
  {
    name: 'hovered through',
    visit: async ({ page }) => {
      for (const link of await page.locator('main li a').all()) {
        await link.hover()
        await page.waitForTimeout(REST_MS)
      }
    },
  },
]

/** Measures the requests and bytes of prefetching on a page of 24 links, without those of the page itself. */
export async function measurePrefetch({ thorough }: Task): Promise<Comparison[]> {
  await prepareAll(NAVIGATING)
  const { add, all } = gather('prefetch')
  const browser = await launch()
  try {
    for (const peer of NAVIGATING) {
      say(`prefetch: ${peer}`)
      const server = await startPeer(peer)
      try {
        for (const { name, visit } of WAYS) {
          for (let round = 0; round < (thorough ? 5 : 1); round++) {
            const tab = await openTab(browser, server.origin + pathOf(PEERS[peer], 'list'), { height: HEIGHT })
            await visit(tab)
            await tab.quiet()
            // Requests for each item: data and code of other pages, never the page's own files.
            const asked = tab.transfers.filter(({ url }) => new URL(url).pathname.includes('/item/') || isCall(url))
            add(`24 links, ${name}: requests`, 'requests', 'less', peer, asked.length)
            const bytes = asked.reduce((sum, transfer) => sum + transfer.bytes, 0)
            add(`24 links, ${name}: bytes`, 'kB', 'less', peer, bytes / 1_000)
            await tab.close()
          }
        }
      } finally {
        await server.stop()
      }
    }
    return all()
  } finally {
    await browser.close()
  }
}

/** Server functions have addresses of their own. */
function isCall(url: string): boolean {
  return new URL(url).pathname.startsWith('/_serverFn/')
}
