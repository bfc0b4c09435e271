import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { ask } from '#tests/harness/request.ts'
import { hydrated, newPage, open, visit } from '#tests/harness/page.ts'
import { startForTest } from '#tests/harness/with-server.ts'

const TOKEN = 'token-of-these-tests'

/** True if the document on the screen was there before the click. */
const isPrefetched = (page: Page) =>
  page.evaluate(
    () =>
      (performance.getEntriesByType('navigation')[0] as PerformanceEntry & { deliveryType: string }).deliveryType ===
      'navigational-prefetch',
  )

/** The texts of the links whose documents are prefetched. */
const marked = (page: Page) => page.locator('a[data-prefetch]').allTextContents()

const inflight = async (page: Page) => (await (await page.request.get('/inflight')).json()) as { max: number }

/** Clicks a link, and waits for the document that it loads. */
async function follow(page: Page, name: string, heading: string): Promise<void> {
  await page.getByRole('link', { name, exact: true }).click()
  await page.getByRole('heading', { name: heading, exact: true }).waitFor()
  await page.waitForLoadState()
}

/** Rests the pointer on a link until its document is asked for. */
async function hover(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name, exact: true }).hover()
  await expect.poll(() => marked(page)).toContain(name)
  // Nothing tells a script when the browser has asked for it.
  await page.waitForTimeout(500)
}

describe('a link that loads a document has it before the click', () => {
  it.each([
    ['that needs other content sources, from a page that all share', '/atlas', 'Charts', 'Charts'],
    ['that asks for a document', '/documents', 'At intent', 'Item 92'],
  ])('to a page %s', async (_, path, name, heading) => {
    const page = await newPage()
    await page.route('https://charts.example/**', (route) =>
      route.fulfill({ contentType: 'image/svg+xml', body: '<svg/>' }),
    )
    await visit(page, path)
    await hover(page, name)
    await follow(page, name, heading)
    expect(await isPrefetched(page)).toBe(true)
  })

  it('after a new build', async () => {
    const page = await open('/links')
    const isCall = (url: URL) => url.pathname.startsWith('/_serverFn/')
    await page.route(isCall, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, headers: { ...response.headers(), 'x-build': 'newbuild' } })
    })
    const answered = page.waitForResponse((response) => isCall(new URL(response.url())))
    await page.getByRole('link', { name: 'Item 3', exact: true }).hover()
    await answered
    await hover(page, 'Item 5')
    await follow(page, 'Item 5', 'Item 5')
    expect(await isPrefetched(page)).toBe(true)
  })

  it('before the page hydrates, once it is pressed', async () => {
    const page = await newPage()
    // The page never hydrates.
    await page.route('**/_build/**/*.js', () => {})
    await page.goto('/documents', { waitUntil: 'commit' })
    const link = page.getByRole('link', { name: 'At intent', exact: true })
    await link.hover()
    await page.mouse.down()
    await page.waitForTimeout(300)
    await page.mouse.up()
    await page.getByRole('heading', { name: 'Item 92' }).waitFor()
    expect(await isPrefetched(page)).toBe(true)
  })
})

describe('documents before the click', () => {
  it('are five at most', async () => {
    const server = await startForTest({ env: { OPERATOR_TOKEN: TOKEN } })
    const page = await open('/documents?preload=viewport', { baseURL: server.origin })
    await expect.poll(() => marked(page)).toEqual(['Item 1', 'Item 2', 'Item 3', 'Item 4', 'Item 5'])
    await expect.poll(async () => (await inflight(page)).max).toBeGreaterThan(0)
    await hover(page, 'Item 9')
    expect(await marked(page)).toHaveLength(5)
    expect((await inflight(page)).max).toBeLessThanOrEqual(5)
    const read = async () =>
      (await ask('/metrics', { origin: server.origin, headers: { authorization: `Bearer ${TOKEN}` } })).text
    await expect.poll(read).toMatch(/http_requests_total\{stage="render",status="200",prefetch="true"\} [1-6]\n/)
  })

  it.each([
    ['of a link that changes something', 'Leave'],
    ['of a link that says so', 'Later'],
  ])('are none %s', async (_, name) => {
    const page = await open('/documents')
    await page.getByRole('link', { name, exact: true }).hover()
    await hover(page, 'At intent')
    expect(await marked(page)).not.toContain(name)
  })

  it('are rendered too where their route says so, and no others', async () => {
    const page = await open('/documents')
    await hover(page, 'At intent')
    await hover(page, 'Quay')
    const rendered = page.locator('a[data-prefetch="prerender"]')
    expect(await rendered.allTextContents()).toEqual(['Quay'])
  })

  it('are none where data is to be saved', async () => {
    const page = await newPage()
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true })
    })
    await visit(page, '/documents')
    await page.getByRole('link', { name: 'At intent', exact: true }).hover()
    await page.waitForTimeout(300)
    expect(await marked(page)).toEqual([])
  })

  it('are dropped when a cookie changes that they may show, such as the theme', async () => {
    const page = await open('/documents')
    await hover(page, 'At intent')
    await page.evaluate(() => (document.cookie = 'theme=dark; path=/'))
    await expect.poll(() => marked(page)).toEqual([])
    await page.mouse.move(0, 0)
    await hover(page, 'At intent')
    await follow(page, 'At intent', 'Item 92')
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark')
  })

  it('are not those of a guest after a sign-in in another tab', async () => {
    const page = await open('/documents')
    await hover(page, 'At intent')
    const other = await page.context().newPage()
    await other.goto('/sign-in')
    await hydrated(other)
    await other.getByRole('textbox').first().fill('anna')
    await other.getByRole('textbox').first().press('Enter')
    await other.waitForURL((url) => url.pathname !== '/sign-in')
    await expect.poll(() => marked(page)).toEqual([])
    await other.close()
  })
})
