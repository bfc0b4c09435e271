import { describe, expect, it } from 'vitest'
import { clickItem, itemLink, stampOf } from '#tests/application/browser/items.ts'
import { isAlive } from '#tests/fairlead/rules/rules-page.ts'
import { open, visit } from '#tests/harness/page.ts'
import { expectPage } from '#tests/application/browser/opened.ts'
import { watchDocuments } from '#tests/application/browser/watch.ts'

const isCall = (url: URL) => url.pathname.startsWith('/_serverFn/')

describe('a new build on the server', () => {
  it('makes the next navigation a document', async () => {
    const page = await open('/links')
    const documents = watchDocuments(page)
    const hover = async (id: number) => {
      const answered = page.waitForResponse((response) => isCall(new URL(response.url())))
      await itemLink(page, id).hover()
      await answered
    }
    await page.route(isCall, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, headers: { ...response.headers(), 'x-build': 'newbuild' } })
    })
    await hover(3)
    await page.evaluate(() => void (window.alive = true))
    await clickItem(page, 4)
    await expect.poll(() => isAlive(page)).toBe(false)
    await stampOf(page, 4)

    // The document came from the old server all the same: it asks no second time.
    await visit(page, '/links')
    documents.length = 0
    await hover(5)
    await clickItem(page, 6)
    await stampOf(page, 6)
    expect(documents).toEqual([])
  })

  it('makes what would open over a page a document', async () => {
    const page = await open('/gallery')
    await page.evaluate(() => void (window.alive = true))
    await page.route(isCall, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, headers: { ...response.headers(), 'x-build': 'newbuild' } })
    })
    const answered = page.waitForResponse((response) => isCall(new URL(response.url())))
    await page.locator('main a[href="/photo/2"]').hover()
    await answered
    await page.locator('main a[href="/photo/3"]').click()
    await expectPage(page, '/photo/3', /3/)
    expect(await isAlive(page)).toBe(false)
  })
})
