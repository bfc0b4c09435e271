import { describe, expect, it } from 'vitest'
import { themeColors } from '#tests/application/app/site.ts'
import { choose } from '#tests/harness/controls.ts'
import { newPage, visit } from '#tests/harness/page.ts'

describe('with cookies denied, as in a sandboxed frame', () => {
  it('pages hydrate, navigate, and change language and theme', async () => {
    const page = await newPage({ colorScheme: 'light' })
    await page.addInitScript(() => {
      const deny = () => {
        throw new DOMException('Access is denied for this document.', 'SecurityError')
      }
      Object.defineProperty(Document.prototype, 'cookie', { get: deny, set: deny, configurable: true })
    })
    await visit(page, '/')
    await choose(page, 'Colours', 'Dark')
    await page.waitForFunction(() => document.documentElement.dataset.theme === 'dark')
    // So have the bars of the browser, whatever the system has.
    const bars = page.locator('meta[name="theme-color"]')
    expect(new Set(await bars.evaluateAll((all: HTMLMetaElement[]) => all.map(({ content }) => content)))).toEqual(
      new Set([themeColors.dark]),
    )
    await page.locator('header a[href="/guide"]').click()
    await page.waitForURL('**/guide')
    await choose(page, 'Language', 'Deutsch')
    await page.waitForURL('**/de/guide')
    await page.waitForFunction(() => document.documentElement.lang === 'de')
    expect(await page.locator('h1').isVisible()).toBe(true)
  })
})
