import type { Locator } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { installOtherDigits } from '#tests/harness/other-digits.ts'
import { newPage, reopen, visit } from '#tests/harness/page.ts'
import { watchReports } from '#tests/application/browser/watch.ts'

describe('dates', () => {
  it('are in the time zone of the visitor, without a mismatch', async () => {
    const page = await newPage({ timezoneId: 'Asia/Tokyo' })
    await page.goto('/lab/formats')
    await page.waitForFunction(() => document.querySelector('[data-testid=zone]')?.textContent === 'Asia/Tokyo')
    expect(await page.getByTestId('date').textContent()).toContain('March 2')
    // The next document has it from the server.
    const html = await (await page.request.get('/lab/formats')).text()
    expect(html).toMatch(/data-testid="zone"[^>]*>Asia\/Tokyo</)
  })
})

describe('formats', () => {
  it('keep the digits of the server in a browser that has others for the language, without a report', async () => {
    const page = await newPage()
    await page.addInitScript(installOtherDigits)
    const reports = watchReports(page)
    await visit(page, '/ar')
    expect(await page.evaluate(() => new Intl.NumberFormat('ar').format(30))).toBe('٣٠')
    await expect.poll(() => page.locator('svg text').allTextContents()).toContain('30')
    await visit(page, '/ar/lab/formats')
    expect(await page.getByTestId('number').textContent()).toBe('1,234,567.89')
    expect(await page.getByTestId('date').textContent()).toContain('2026')
    expect(reports).toEqual([])
  })

  it('have the spaces of browsers in a range of dates', async () => {
    const page = await newPage()
    await visit(page, '/lab/formats')
    expect(await page.getByTestId('range').textContent()).toBe('Mar 1 – 4, 2026')
  })
})

/** Everything a part of the page shows or says, addresses left out. */
function textsIn(part: Locator): Promise<string[]> {
  return part.evaluate((root) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const texts: string[] = []
    while (walker.nextNode()) {
      const { parentElement: parent, textContent } = walker.currentNode
      // Names are isolated by an element or by characters.
      const text = textContent?.replaceAll(/\u2066.*?\u2069/g, '').trim() ?? ''
      if (!parent?.closest('bdi, style, code')) texts.push(text)
    }
    for (const element of root.querySelectorAll('[aria-label]')) texts.push(element.getAttribute('aria-label') ?? '')
    return texts.filter(Boolean)
  })
}

/** The letters that mark a state on the chart, the unit of a duration, and the stamp of what a server function gave. */
const MARKS = /^(?:[FRSE]|[\d,.∞ ]*(?:ms)?|[\da-f]{8}-[\da-f-]{27})$/

describe('what only the browser renders is in the language of the page', () => {
  it.each(['ja', 'ar'])('the inspector, and a page that opens over another, in %s', async (locale) => {
    const expectTranslated = async (part: Locator, least: number) => {
      const texts = await textsIn(part)
      expect(texts.length).toBeGreaterThan(least)
      expect(texts.filter((text) => /[A-Za-z]/.test(text) && !MARKS.test(text))).toEqual([])
    }
    const page = await reopen(`/${locale}/lab/links?preload=viewport`)
    const inspector = page.getByTestId('inspector')
    await inspector.locator('[data-target$="/lab/item/3"]').first().waitFor()
    await page.locator(`main a[href="/${locale}/lab/item/3"]`).click()
    await page.waitForURL((url) => url.pathname === `/${locale}/lab/item/3`)
    await inspector.locator('tbody tr').first().waitFor()
    await expectTranslated(inspector, 20)

    await visit(page, `/${locale}/lab/gallery`)
    await page.locator(`main a[href="/${locale}/lab/photo/3"]`).click()
    await page.locator('dialog[open] h1').waitFor()
    await expectTranslated(page.locator('dialog[open]'), 2)
  })
})
