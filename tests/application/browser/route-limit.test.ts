import type { Page, Route } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { ROUTE_LOAD_TIMEOUT_MS } from '#fairlead/navigation/loading/route-load-limit.ts'
import { clickItem, holdItems, itemLink, stampOf, watchItems } from '#tests/application/browser/items.ts'
import { expectFault, newPage, visit } from '#tests/harness/page.ts'
import { watchDocuments } from '#tests/application/browser/watch.ts'

const ITEM_CODE = /\/_build\/item\._id-[^/]+\.js$/

/** Opens the links, with a clock that a test can set forward, and notes the documents that are asked for. */
async function openLinks(answerCode: (route: Route) => Promise<void>): Promise<{ page: Page; documents: string[] }> {
  const page = await newPage()
  await page.clock.install()
  await page.route(ITEM_CODE, answerCode)
  const documents = watchDocuments(page)
  await visit(page, '/links')
  documents.length = 0
  return { page, documents }
}

const never = () => Promise.resolve()
const missing = (route: Route) => route.fulfill({ status: 404, contentType: 'text/plain', body: 'gone' })

// What the limit does in each case is in chunk-timeout.test.ts.
describe('code that does not arrive within the limit', () => {
  it('leads to a document request, also when a prefetch had requested it', async () => {
    const { page, documents } = await openLinks(never)
    const requests = watchItems(page)
    await itemLink(page, 3).hover()
    await expect.poll(() => requests.length).toBe(1)
    await clickItem(page, 3)
    await page.getByRole('progressbar').waitFor()
    expect(documents).toEqual([])
    await page.clock.fastForward(ROUTE_LOAD_TIMEOUT_MS)
    await stampOf(page, 3)
    expect(documents).toEqual(['/item/3'])
  })

  it('leads to no document request when the visitor has moved on', async () => {
    const { page, documents } = await openLinks(never)
    await clickItem(page, 3)
    await page.getByRole('progressbar').waitFor()
    await page.getByRole('link', { name: 'Guide' }).first().click()
    await page.waitForURL('**/guide')
    await page.clock.fastForward(ROUTE_LOAD_TIMEOUT_MS)
    await page.getByRole('heading', { level: 1, name: 'Guide' }).waitFor()
    expect(documents).toEqual([])
  })

  it('does not limit data', async () => {
    const { page, documents } = await openLinks((route) => route.continue())
    // The code is there after the first item.
    await clickItem(page, 1)
    await stampOf(page, 1)
    await page.goBack()
    await itemLink(page, 3).waitFor()
    const requests = watchItems(page)
    const release = await holdItems(page)
    await clickItem(page, 3)
    await expect.poll(() => requests.length).toBe(1)
    await page.clock.fastForward(ROUTE_LOAD_TIMEOUT_MS)
    release()
    await stampOf(page, 3)
    expect(documents).toEqual([])
  })
})

describe('code that is missing', () => {
  it('leads to a document request at once, and to the error page of the application the second time', async () => {
    const { page, documents } = await openLinks(missing)
    expectFault(page, /404|Failed to fetch dynamically imported module|Warning: Error boundaries|Item/)
    await clickItem(page, 3)
    const error = page.getByRole('heading', { level: 1, name: /^Application error: a client-side exception/ })
    await error.waitFor()
    expect(documents).toEqual(['/item/3'])
    expect(new URL(page.url()).pathname).toBe('/item/3')
    // The rest of the application goes on.
    await page.getByRole('link', { name: 'Guide' }).first().click()
    await page.waitForURL('**/guide')
    await error.waitFor({ state: 'detached' })
    expect(documents).toEqual(['/item/3'])
  })
})
