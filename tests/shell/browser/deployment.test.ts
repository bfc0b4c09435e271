import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { itemLink, stampOf } from '#tests/shell/browser/items.ts'
import { newPage, visit } from '#tests/harness/page.ts'
import { watchDocuments } from '#tests/shell/browser/watch.ts'

const isCall = (url: URL) => url.pathname.startsWith('/_serverFn/')

/** Answers as if another build ran on the server. */
async function deploy(page: Page, build: string): Promise<void> {
  await page.unroute(isCall)
  await page.route(isCall, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, headers: { ...response.headers(), 'x-build': build } })
  })
}

describe('a new build on the server', () => {
  it('makes the next navigation a document, once for each build', async () => {
    const page = await newPage()
    const documents = watchDocuments(page)
    const click = (id: number) => itemLink(page, id).evaluate((link: HTMLElement) => link.click())
    const backToLinks = async () => {
      await page.goBack()
      await page.getByRole('heading', { level: 1, name: 'Links' }).waitFor()
    }
    const hover = async (id: number) => {
      const answered = page.waitForResponse((response) => isCall(new URL(response.url())))
      await itemLink(page, id).hover()
      await answered
    }
    await visit(page, '/links')
    documents.length = 0

    await deploy(page, 'newbuild')
    await hover(3)
    await click(4)
    await stampOf(page, 4)
    await expect.poll(() => documents).toEqual(['/item/4'])

    await visit(page, '/links')
    documents.length = 0
    await hover(5)
    await click(6)
    await stampOf(page, 6)
    await backToLinks()
    expect(documents).toEqual([])

    await deploy(page, 'newer_it')
    await hover(7)
    await click(8)
    await stampOf(page, 8)
    await expect.poll(() => documents).toEqual(['/item/8'])
  })
})
