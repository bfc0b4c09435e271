import type { Page, ViewportSize } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { hydrated, NARROW, newPage, WIDE } from '#tests/harness/page.ts'
import { defaultLocale, labPaths, locales, localized } from '#tests/site/pages.ts'

type Shift = { value: number; nodes: string[] }

/** Time without a new request after which everything that follows the first paint has arrived. */
const QUIET_MS = 100

/** Records the layout shifts that the browser reports, from the first paint on. */
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

/** Returns the paths of the default language in the sitemap, and the lab's pages. */
async function pathsOf(page: Page): Promise<string[]> {
  const sitemap = await (await page.request.get('/sitemap.xml')).text()
  const listed = [...sitemap.matchAll(/<loc>([^<]+)/g)].map(([, url = '']) => new URL(url).pathname)
  const prefixed = new RegExp(`^/(${locales.join('|')})(/|$)`)
  return [...new Set([...listed.filter((path) => !prefixed.test(path)), ...labPaths])]
}

/**
 * Opens paths one after the other in a profile of its own, so that the first is the first page of a first visit.
 *
 * @returns the shifts by path; empty if nothing moved
 */
async function shiftsByPath(paths: readonly string[], viewport: ViewportSize): Promise<Record<string, Shift[]>> {
  const page = await newPage({ viewport })
  await watchShifts(page)
  const moved: Record<string, Shift[]> = {}
  for (const path of paths) {
    const shifts = await shiftsOf(page, path)
    if (shifts.length > 0) moved[`${path}, ${viewport.width} px wide`] = shifts
  }
  return moved
}

/** Returns the shifts of several lists of paths, at both widths and side by side. */
async function shiftsOfAll(lists: readonly (readonly string[])[]): Promise<Record<string, Shift[]>> {
  const runs = [NARROW, WIDE].flatMap((viewport) => lists.map((paths) => shiftsByPath(paths, viewport)))
  return Object.assign({}, ...(await Promise.all(runs))) as Record<string, Shift[]>
}

/** Pages whose texts differ in length between languages: chrome, running text, a list and a form. */
const TRANSLATED = ['/', '/handbook/segments', ...labPaths.filter((path) => ['/lab', '/lab/forms'].includes(path))]

describe('there is no layout shift', { timeout: 300_000 }, () => {
  it('on any page in the default language', async () => {
    const paths = await pathsOf(await newPage())
    expect(paths.length).toBeGreaterThan(20)
    expect(paths[0]).toBe('/')
    const half = Math.ceil(paths.length / 2)
    expect(await shiftsOfAll([paths.slice(0, half), paths.slice(half)])).toEqual({})
  })

  it('on typical pages in the other languages', async () => {
    const others = locales.filter((locale) => locale !== defaultLocale)
    expect(await shiftsOfAll(others.map((locale) => TRANSLATED.map((path) => localized(path, locale))))).toEqual({})
  })
})
