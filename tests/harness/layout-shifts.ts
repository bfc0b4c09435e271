import type { Page } from 'playwright-core'

export type Shift = { value: number; nodes: string[] }

/** Time without a new request after which everything that follows the first paint has arrived. */
const QUIET_MS = 100

/** Records the layout shifts of every document that is opened in a page, from the first paint on. */
export async function recordShifts(page: Page): Promise<void> {
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
  return page.evaluate(async (quietMs) => {
    const fetched = () => performance.getEntriesByType('resource').length
    for (let before = -1; before !== fetched();) {
      before = fetched()
      await new Promise((resolve) => setTimeout(resolve, quietMs))
    }
    return (window as unknown as { shifts: Shift[] }).shifts
  }, QUIET_MS)
}
