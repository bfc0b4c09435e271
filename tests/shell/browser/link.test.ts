import { describe, expect, it } from 'vitest'
import { itemLink, stampOf, watchItems } from '#tests/shell/browser/items.ts'
import { open } from '#tests/harness/page.ts'

describe('a link leaves to the browser', () => {
  it.each(['Control', 'Shift'] as const)('a click with %s', async (modifier) => {
    const page = await open('/links')
    const opened = page.context().waitForEvent('page')
    await itemLink(page, 3).click({ modifiers: [modifier] })
    const other = await opened
    await other.waitForURL('**/item/3')
    expect(new URL(page.url()).pathname).toBe('/links')
  })

  it('a click with the middle button', async () => {
    const page = await open('/links')
    const opened = page.context().waitForEvent('page')
    await itemLink(page, 3).click({ button: 'middle' })
    await (await opened).waitForURL('**/item/3')
    expect(new URL(page.url()).pathname).toBe('/links')
  })

  it('another target, which is not prefetched', async () => {
    const page = await open('/links')
    const requests = watchItems(page)
    const link = page.locator('main a[target="_blank"]')
    await link.hover()
    await page.waitForTimeout(300)
    expect(requests).toEqual([])
    const opened = page.context().waitForEvent('page')
    await link.click()
    await stampOf(await opened, 1)
    expect(new URL(page.url()).pathname).toBe('/links')
  })

  it('a download', async () => {
    const page = await open('/links')
    const download = page.waitForEvent('download')
    await page.locator('main a[download]').click()
    expect((await download).suggestedFilename()).toBe('inflight.json')
    expect(new URL(page.url()).pathname).toBe('/links')
  })

  it('another origin', async () => {
    const page = await open('/links')
    await page.route('https://tanstack.com/**', (route) => route.fulfill({ contentType: 'text/html', body: 'there' }))
    const link = page.locator('main a[href="https://tanstack.com/"]')
    await link.hover()
    await link.click()
    await page.waitForURL('https://tanstack.com/')
  })
})
