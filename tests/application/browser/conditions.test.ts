import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { itemLink, QUIET_MS, stampOf, watchItems } from '#tests/application/browser/items.ts'
import { expectFault, newPage, open, visit } from '#tests/harness/page.ts'

describe('nothing is prefetched', () => {
  const silent = async (page: Page) => {
    const requests = watchItems(page)
    await visit(page, '/links?preload=viewport')
    // It comes with the engine, which would prefetch.
    await page.getByTestId('inspector').waitFor()
    await page.waitForLoadState('networkidle')
    await itemLink(page, 3).hover()
    await page.waitForTimeout(QUIET_MS)
    expect(requests).toEqual([])
    await itemLink(page, 3).click()
    await stampOf(page, 3)
    expect(requests).toMatchObject([{ id: '3', purpose: undefined }])
  }

  it('for bots, whose clicks work', async () => {
    await silent(
      await newPage({ userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' }),
    )
  })

  it('where data is to be saved, and clicks work', async () => {
    const page = await newPage()
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true })
    })
    await silent(page)
  })

  it('offline, and queued prefetches are sent once the connection is back', async () => {
    const page = await open('/links')
    await page.getByTestId('inspector').waitFor()
    const requests = watchItems(page)
    // The inspector loads a font.
    expectFault(page, /ERR_INTERNET_DISCONNECTED/)
    await page.context().setOffline(true)
    await page.waitForFunction(() => !navigator.onLine)
    await itemLink(page, 3).hover()
    await page.getByTestId('inspector').getByText('/item/3').first().waitFor()
    await page.waitForTimeout(400)
    expect(requests).toEqual([])
    await page.context().setOffline(false)
    await expect.poll(() => requests).toMatchObject([{ id: '3', purpose: 'prefetch' }])
  })
})
