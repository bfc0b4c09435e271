import type { Page } from 'playwright-core'
import { ignoreFault } from '#tests/harness/page.ts'

export type Shift = { value: number; nodes: string[] }

/** The least shift that counts. A whole page that moves by a pixel is 0.001; a word whose font has failed is less. */
const SMALLEST = 0.001

/** Time without a new request after which everything that follows the first paint has arrived. */
const QUIET_MS = 100

/**
 * Records the layout shifts of every document that is opened in a page, from the first paint on. It blocks web fonts,
 * because they arrive at a time that depends on the machine; fonts.test.ts measures their shifts.
 */
export async function recordShifts(page: Page): Promise<void> {
  ignoreFault(page, /\.woff2/)
  // A route of the page would turn its cache off, and double the time of every visit.
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setBlockedURLs', { urls: ['*.woff2'] })
  await page.addInitScript(() => {
    const shifts: Shift[] = []
    Object.assign(window, { shifts })
    type Entry = PerformanceEntry & { value: number; sources: { node: Node | null }[] }
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as Entry[]) {
        shifts.push({ value, nodes: sources.map(({ node }) => `${node?.nodeName} ${node?.textContent?.slice(0, 40)}`) })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** Returns the layout shifts of a hydrated page, once everything has arrived. */
export function shiftsOf(page: Page): Promise<Shift[]> {
  return page.evaluate(
    async ([quietMs, smallest]) => {
      const fetched = () => performance.getEntriesByType('resource').length
      for (let before = -1; before !== fetched();) {
        before = fetched()
        await new Promise((resolve) => setTimeout(resolve, quietMs))
      }
      return (window as unknown as { shifts: Shift[] }).shifts.filter(({ value }) => value >= smallest)
    },
    [QUIET_MS, SMALLEST] as const,
  )
}
