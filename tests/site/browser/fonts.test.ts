import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectFault, NARROW, newPage, visit, WIDE } from '#tests/harness/page.ts'
import { locales, localized } from '#tests/site/pages.ts'

/** The web font differs from a local one of the same width in the length of single words. Up to 0.1 is good (web.dev/cls). */
const MAX_SHIFT = 0.02

/** Lets the fonts of a page arrive only after its first paint. */
async function delayFonts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.assign(window, { shift: 0 })
    new PerformanceObserver((list) => {
      for (const { value } of list.getEntries() as (PerformanceEntry & { value: number })[])
        (window as unknown as { shift: number }).shift += value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.route('**/*.woff2', async (route) => {
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
    await route.continue()
  })
}

describe('a web font that arrives after the first paint', () => {
  it.each(locales)('is shown, and hardly moves a word, at two widths, in %s', async (locale) => {
    const page = await newPage()
    await delayFonts(page)
    expectFault(page, /404/)
    for (const viewport of [NARROW, WIDE]) {
      await page.setViewportSize(viewport)
      for (const path of ['/', '/handbook', '/not-a-page']) {
        await visit(page, localized(path, locale))
        const { shown, shift } = await page.evaluate(async () => {
          await document.fonts.ready
          await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
          return {
            shown: [...document.fonts].some(
              ({ family, status }) => family.includes('Plex Sans') && status === 'loaded',
            ),
            shift: (window as unknown as { shift: number }).shift,
          }
        })
        const at = `${path} at ${viewport.width} px`
        expect(shown, at).toBe(true)
        expect(shift, at).toBeLessThan(MAX_SHIFT)
      }
    }
  })
})
