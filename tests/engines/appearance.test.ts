import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { describeInEngines, hasHeading, isAt } from '#tests/engines/journeys.ts'
import { root } from '#tests/harness/project-files.ts'
import { chartFaults } from '#tests/site/browser/chart-faults.ts'

/** Pages whose pictures are kept for a look. */
const PAGES = [
  '/',
  '/ar',
  '/handbook/forms',
  '/lab/links',
  '/ar/lab/links',
  '/lab/gallery',
  '/ja/lab/formats',
  '/reports',
]

/** Where the pictures are, by engine and width. */
const folder = join(root, 'tests/.tmp/engines')

/** Returns what is wider than the window, outside of regions that scroll. */
function overflowing(): string[] {
  const scrolls = (element: Element | null): boolean =>
    element !== null && (getComputedStyle(element).overflowX !== 'visible' || scrolls(element.parentElement))
  const isOutside = (element: Element) => {
    const { left, right, width } = element.getBoundingClientRect()
    return width > 1 && (left < -1 || right > innerWidth + 1) && !scrolls(element.parentElement)
  }
  const visible = [...document.querySelectorAll('body *:not(svg *)')].filter((element) => element.checkVisibility())
  return visible.filter(isOutside).map((element) => element.outerHTML.slice(0, 80))
}

describeInEngines('appearance', (journey) => {
  it.each(PAGES)('%s fits into a wide and a narrow window', async (page) => {
    const { tab } = journey
    mkdirSync(folder, { recursive: true })
    // WebKit's window is no narrower.
    for (const width of [1280, tab.engine === 'webkit' ? 450 : 390]) {
      await tab.resize(width, 800)
      await tab.open(page)
      await tab.ready()
      expect(await tab.read(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      expect(await tab.read(overflowing)).toEqual([])
      await tab.screenshot(join(folder, `${tab.engine}-${width}${page.replaceAll('/', '-')}.png`))
    }
  })

  it.each(['/', '/ar'])('the chart of %s stands where it should, with marks', async (page) => {
    const { tab } = journey
    for (const width of [1280, 450]) {
      await tab.resize(width, 800)
      await tab.open(page)
      for (const row of [1, 3]) {
        await tab.hover(`ol:has(+ svg pattern) > li:nth-child(${row}) a`)
        await tab.until(
          (nth) => document.querySelector(`ol:has(+ svg pattern) > li:nth-child(${nth}) circle`) !== null,
          row,
        )
      }
      expect(await tab.read(chartFaults)).toEqual([])
    }
  })

  it('dates, numbers and lists are the same before and after hydration, in each language', async () => {
    const { tab, gate } = journey
    const texts = () => Array.from(document.querySelectorAll('main > dl dd'), ({ textContent }) => textContent)
    for (const page of ['/lab/formats', '/de/lab/formats', '/ja/lab/formats', '/ar/lab/formats']) {
      gate.forbidsScripts = true
      await tab.load(page)
      await tab.until(isAt, page)
      const before = await tab.read(texts)
      gate.forbidsScripts = false
      await tab.open(page)
      await tab.ready()
      expect(await tab.read(texts)).toEqual(before)
    }
  })

  it('a page in Arabic runs from right to left, after a soft navigation too', async () => {
    const { tab } = journey
    await tab.open('/ar/lab')
    expect(await tab.read(() => getComputedStyle(document.querySelector('main') ?? document.body).direction)).toBe(
      'rtl',
    )
    await tab.click('header a[href="/ar/handbook"]')
    await tab.until(isAt, '/ar/handbook')
    expect(await tab.read(() => document.documentElement.dir)).toBe('rtl')
    expect(await tab.read(hasHeading, 'Handbook')).toBe(false)
  })
})
