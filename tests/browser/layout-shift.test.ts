import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { hydrated, NARROW, newPage, WIDE } from '#tests/browser/page.ts'
import { labPaths, locales, localized } from '#tests/pages.ts'

type Shift = { value: number; nodes: string[] }

/** When nothing has been fetched for so long, what comes after the first paint has come. */
const QUIET_MS = 100

/** Keeps what the browser says of layout shifts, from the first paint on. */
async function watchShifts(page: Page): Promise<void> {
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

async function shiftsOf(page: Page, path: string): Promise<Shift[]> {
  await page.goto(path)
  await hydrated(page)
  return page.evaluate(async (quietMs) => {
    const fetched = () => performance.getEntriesByType('resource').length
    for (let before = -1; before !== fetched();) {
      before = fetched()
      await new Promise((resolve) => setTimeout(resolve, quietMs))
    }
    return (window as unknown as { shifts: Shift[] }).shifts
  }, QUIET_MS)
}

/** The paths of the default language in the sitemap, and the lab's pages with parameters. */
async function pathsOf(page: Page): Promise<string[]> {
  const sitemap = await (await page.request.get('/sitemap.xml')).text()
  const listed = [...sitemap.matchAll(/<loc>([^<]+)/g)].map(([, url = '']) => new URL(url).pathname)
  const prefixed = new RegExp(`^/(${locales.join('|')})(/|$)`)
  return [...new Set([...listed.filter((path) => !prefixed.test(path)), ...labPaths])]
}

describe('nothing moves once it is painted', { timeout: 300_000 }, () => {
  const rows = [NARROW, WIDE].flatMap((viewport) => locales.map((locale) => ({ ...viewport, viewport, locale })))

  it.each(rows)('on any page in $locale, $width px wide', async ({ viewport, locale }) => {
    const page = await newPage({ viewport })
    await watchShifts(page)
    const paths = await pathsOf(page)
    expect(paths.length).toBeGreaterThan(20)
    const moved: Record<string, Shift[]> = {}
    for (const path of paths.map((one) => localized(one, locale))) {
      const shifts = await shiftsOf(page, path)
      if (shifts.length > 0) moved[path] = shifts
    }
    expect(moved).toEqual({})
  })

  it.each(locales)('on the first page of a first visit in %s', async (locale) => {
    const moved: Record<string, Shift[]> = {}
    for (const viewport of [NARROW, WIDE]) {
      const page = await newPage({ viewport })
      await watchShifts(page)
      const shifts = await shiftsOf(page, localized('/', locale))
      if (shifts.length > 0) moved[`${viewport.width} px`] = shifts
    }
    expect(moved).toEqual({})
  })
})
