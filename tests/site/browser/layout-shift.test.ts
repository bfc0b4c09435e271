import type { ViewportSize } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { recordShifts, type Shift, shiftsOf } from '#tests/harness/layout-shifts.ts'
import { NARROW, newPage, visit, WIDE } from '#tests/harness/page.ts'
import { locales, localized } from '#tests/site/pages.ts'

/** Pages whose texts differ in length between languages: chrome, running text, a list and a form. */
const TYPICAL = ['/', '/handbook/segments', '/lab', '/lab/forms']

/**
 * Opens paths one after the other in a profile of its own, so that the first is the first page of a first visit.
 *
 * @returns the shifts by path; empty if nothing moved
 */
async function shiftsByPath(paths: readonly string[], viewport: ViewportSize): Promise<Record<string, Shift[]>> {
  const page = await newPage({ viewport })
  await recordShifts(page)
  const moved: Record<string, Shift[]> = {}
  for (const path of paths) {
    await visit(page, path)
    const shifts = await shiftsOf(page)
    if (shifts.length > 0) moved[`${path}, ${viewport.width} px wide`] = shifts
  }
  return moved
}

// All pages are tested with cached files, in every-page.test.ts.
describe('there is no layout shift in a first visit', () => {
  it.each(locales)('in %s, at both widths and side by side', async (locale) => {
    const paths = TYPICAL.map((path) => localized(path, locale))
    expect(await Promise.all([NARROW, WIDE].map((viewport) => shiftsByPath(paths, viewport)))).toEqual([{}, {}])
  })
})
