import type { Page } from 'playwright-core'
import { expect, it, describe } from 'vitest'
import { itemLink, stampOf } from '#tests/site/lab/lab-page.ts'
import { expectFault, newPage, visit } from '#tests/harness/page.ts'

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
    const documents: string[] = []
    page.on('request', (request) => {
      if (request.isNavigationRequest()) documents.push(new URL(request.url()).pathname)
    })
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
    await visit(page, '/lab/links')
    documents.length = 0

    await deploy(page, 'newbuild')
    await hover(3)
    await click(4)
    await stampOf(page, 4)
    await expect.poll(() => documents).toEqual(['/lab/item/4'])

    await visit(page, '/lab/links')
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
    await expect.poll(() => documents).toEqual(['/lab/item/8'])
  })
})

describe('a call of a server function that no longer exists', () => {
  it('shows a notice, and a reload keeps the input', async () => {
    const page = await newPage()
    expectFault(page, /404/)
    await visit(page, '/handbook')
    await page.waitForTimeout(1_500)
    await page.route(isCall, (route) =>
      route.fulfill({
        status: 404,
        headers: { 'content-type': 'text/plain', 'x-server-function': 'gone', 'x-build': 'newbuild' },
        body: 'this function of the server no longer exists',
      }),
    )
    const field = page.getByRole('searchbox').or(page.getByRole('combobox')).first()
    await field.fill('segm')
    const notice = page.getByRole('alert').filter({ hasText: 'has been updated' })
    await notice.waitFor()
    await page.unroute(isCall)
    const loaded = page.waitForEvent('load')
    await notice.getByRole('button', { name: 'Reload' }).click()
    await loaded
    await expect.poll(() => field.inputValue()).toBe('segm')
    expect(await notice.count()).toBe(0)
  })
})
