import type { Locator } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { itemLink, stampOf, watchItems } from '#tests/application/browser/items.ts'
import { reopen } from '#tests/harness/page.ts'

describe('a link leaves to the browser', () => {
  it.each<[string, Parameters<Locator['click']>[0]]>([
    ['Control', { modifiers: ['Control'] }],
    ['Shift', { modifiers: ['Shift'] }],
    ['the middle button', { button: 'middle' }],
  ])('a click with %s', async (_, how) => {
    const page = await reopen('/links')
    const opened = page.context().waitForEvent('page')
    await itemLink(page, 3).click(how)
    const other = await opened
    await other.waitForURL('**/item/3')
    await other.close()
    expect(new URL(page.url()).pathname).toBe('/links')
  })

  it('another target, which is not prefetched', async () => {
    const page = await reopen('/links')
    const requests = watchItems(page)
    const link = page.locator('main a[target="_blank"]')
    await link.hover()
    await page.waitForTimeout(300)
    expect(requests).toEqual([])
    const opened = page.context().waitForEvent('page')
    await link.click()
    const other = await opened
    await stampOf(other, 1)
    await other.close()
    expect(new URL(page.url()).pathname).toBe('/links')
  })

  it('a download', async () => {
    const page = await reopen('/links')
    const download = page.waitForEvent('download')
    await page.locator('main a[download]').click()
    expect((await download).suggestedFilename()).toBe('inflight.json')
    expect(new URL(page.url()).pathname).toBe('/links')
  })

  it('another origin', async () => {
    const page = await reopen('/links')
    await page.route('https://tanstack.com/**', (route) => route.fulfill({ contentType: 'text/html', body: 'there' }))
    const link = page.locator('main a[href="https://tanstack.com/"]')
    await link.hover()
    await link.click()
    await page.waitForURL('https://tanstack.com/')
  })
})
