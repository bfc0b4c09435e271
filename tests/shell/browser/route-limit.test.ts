import type { Page, Route } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { itemLink, stampOf, watchItems } from '#tests/shell/browser/items.ts'
import { expectFault, newPage, visit } from '#tests/harness/page.ts'
import { watchDocuments } from '#tests/shell/browser/watch.ts'

const LIMIT_MS = 3_800
const ITEM_CODE = /\/_build\/item\._id-[^/]+\.js$/

/** Does what leads to a document and says how many milliseconds later the page asked for it. */
async function untilDocument(page: Page, act: () => Promise<void>): Promise<number> {
  const asked = page.waitForRequest((request) => request.isNavigationRequest())
  const since = performance.now()
  await Promise.all([asked, act()])
  return performance.now() - since
}

const clickItem = (page: Page) => itemLink(page, 3).evaluate((link: HTMLElement) => link.click())

async function openLinks(answerCode: (route: Route) => Promise<void>): Promise<{ page: Page; documents: string[] }> {
  const page = await newPage()
  await page.route(ITEM_CODE, answerCode)
  const documents = watchDocuments(page)
  await visit(page, '/links')
  documents.length = 0
  return { page, documents }
}

const held = (milliseconds: number) => async (route: Route) => {
  await new Promise((resolve) => setTimeout(resolve, milliseconds))
  await route.continue().catch(() => {})
}

const missing = (route: Route) => route.fulfill({ status: 404, contentType: 'text/plain', body: 'gone' })

describe('code that does not arrive within 3800 ms', () => {
  it('leads to a document request', async () => {
    const { page, documents } = await openLinks(held(9_000))
    expect(await untilDocument(page, () => clickItem(page))).toBeGreaterThan(LIMIT_MS - 50)
    await stampOf(page, 3)
    expect(documents).toEqual(['/item/3'])
  })

  it('leads to a document request also when a prefetch had requested it', async () => {
    const { page, documents } = await openLinks(held(9_000))
    const requests = watchItems(page)
    await itemLink(page, 3).hover()
    await expect.poll(() => requests.length).toBe(1)
    await page.waitForTimeout(500)
    // The code would come after nine seconds: a document that is asked for is asked for before.
    await untilDocument(page, () => itemLink(page, 3).click())
    await stampOf(page, 3)
    expect(documents).toEqual(['/item/3'])
  })

  it('leads to no document request when the visitor has moved on', async () => {
    const { page, documents } = await openLinks(held(9_000))
    await clickItem(page)
    await page.waitForTimeout(1_000)
    await page.getByRole('link', { name: 'Guide' }).first().click()
    await page.waitForURL('**/guide')
    await page.waitForTimeout(LIMIT_MS)
    expect(documents).toEqual([])
  })

  it('does not limit data', async () => {
    const page = await newPage()
    await visit(page, '/links?delay=5000')
    const documents = watchDocuments(page)
    await clickItem(page)
    await page.getByRole('heading', { level: 1, name: 'Item 3' }).waitFor({ timeout: 30_000 })
    expect(documents).toEqual([])
  })
})

describe('code that is missing', () => {
  it('leads to a document request at once, and to the error page the second time', async () => {
    const { page, documents } = await openLinks(missing)
    expectFault(page, /404|Failed to fetch dynamically imported module|Warning: Error boundaries|Item/)
    await untilDocument(page, () => clickItem(page))
    await page.getByRole('heading', { level: 1, name: /^Application error: a client-side exception/ }).waitFor()
    await page.waitForTimeout(1_000)
    expect(documents).toEqual(['/item/3'])
    expect(new URL(page.url()).pathname).toBe('/item/3')
  })
})

describe('code that never arrives, not with a document either', () => {
  it('leads to the error page of the application', async () => {
    const page = await newPage()
    const documents = watchDocuments(page)
    await visit(page, '/links')
    // The document was fetched for it before in this tab, and its code has not come since.
    await page.evaluate(() => sessionStorage.setItem('fairlead:document:/item/3', ''))
    documents.length = 0
    await page.route(ITEM_CODE, held(20_000))
    await clickItem(page)
    await page.getByRole('heading', { level: 1, name: /^Application error: a client-side exception/ }).waitFor()
    expect(documents).toEqual([])
    // The rest of the application goes on.
    await page.getByRole('link', { name: 'Guide' }).first().click()
    await page.waitForURL('**/guide')
    await page.getByRole('heading', { level: 1, name: 'Application error' }).waitFor({ state: 'detached' })
    expect(documents).toEqual([])
  })
})
