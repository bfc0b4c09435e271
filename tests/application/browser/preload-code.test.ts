import type { BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { newPage, visit } from '#tests/harness/page.ts'
import { itemLink, type ItemRequest, QUIET_MS, stampOf, watchItems } from '#tests/application/browser/items.ts'

const TOUCH: BrowserContextOptions = { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } }

/** Opens a page that notes when the code of items is asked for, and their data. */
async function openPage(
  path: string,
  options: BrowserContextOptions = {},
  prepare: (page: Page) => Promise<unknown> = async () => {},
): Promise<{ page: Page; code: string[]; items: ItemRequest[] }> {
  const page = await newPage(options)
  await prepare(page)
  const code: string[] = []
  page.on('request', (request) => {
    if (/\/_build\/item\._id-[^/]+\.js$/.test(request.url())) code.push(request.url())
  })
  const items = watchItems(page)
  await visit(page, path)
  await page.getByTestId('inspector').waitFor()
  await page.waitForLoadState('networkidle')
  return { page, code, items }
}

describe('code without data', () => {
  it('is fetched once for all links in view, and the click asks for data alone', async () => {
    const { page, code, items } = await openPage('/links?preload=code')
    expect([code.length, items]).toEqual([1, []])
    await itemLink(page, 3).hover()
    await page.waitForTimeout(QUIET_MS)
    expect(items).toEqual([])
    await itemLink(page, 3).click()
    await stampOf(page, 3)
    expect([code.length, items.map(({ purpose }) => purpose)]).toEqual([1, [undefined]])
  })

  it('is the default where nothing hovers, with data at the touch', async () => {
    const { page, code, items } = await openPage('/links', TOUCH)
    expect([code.length, items]).toEqual([1, []])
    await itemLink(page, 3).tap()
    await stampOf(page, 3)
    expect([code.length, items.length]).toEqual([1, 1])
  })

  it('is not fetched in view where a pointer hovers, or where data is to be saved', async () => {
    const desktop = await openPage('/links')
    expect(desktop.code).toEqual([])
    const saving = await openPage('/links', TOUCH, (page) =>
      page.addInitScript(() => {
        Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true })
      }),
    )
    expect(saving.code).toEqual([])
  })

  it('is fetched for links without an option as the router says', async () => {
    const { page, code, items } = await openPage('/start')
    await page.evaluate(() => {
      const router = window.__TSR_ROUTER__
      if (router) Object.assign(router.options, { defaultPreload: { code: 'render', data: false } })
      return router?.navigate({ href: '/links' })
    })
    await itemLink(page, 3).waitFor()
    await expect.poll(() => code.length).toBe(1)
    await itemLink(page, 3).hover()
    await page.waitForTimeout(QUIET_MS)
    expect(items).toEqual([])
  })
})
