import { expect, it } from 'vitest'
import { NARROW, reopen, WIDE } from '#tests/harness/page.ts'
import { chartFaults } from '#tests/site/browser/chart-faults.ts'
import { locales, localized } from '#tests/site/pages.ts'

it.each(locales.flatMap((locale) => [NARROW, WIDE].map((viewport) => ({ path: localized('/', locale), viewport }))))(
  'water, figures and marks of the chart stand where they should: $path, $viewport.width px',
  async ({ path, viewport }) => {
    const page = await reopen(path, { viewport })
    const rows = page.locator('ol:has(+ svg pattern) > li')
    for (const row of [0, 2]) {
      await rows.nth(row).locator('a').hover()
      await rows.nth(row).locator('circle').waitFor()
    }
    expect(await page.evaluate(chartFaults)).toEqual([])
  },
)
