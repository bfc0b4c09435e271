import type { BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import {
  QUIET_MS,
  clickItem,
  holdItems,
  idle,
  inflight,
  itemLink,
  itemOf,
  stampOf,
  watchItems,
} from '#tests/application/browser/items.ts'
import { newPage, open, visit } from '#tests/harness/page.ts'
import { withServer } from '#tests/harness/with-server.ts'
import { watchChanges } from '#tests/application/browser/watch.ts'

/** A server of its own: other test files would count among its requests. */
const server = withServer()

const ownServer = (options: BrowserContextOptions = {}) => ({ baseURL: server.origin, ...options })

/** Opens the links with five prefetches held, and the others waiting. */
async function openHeld(options?: BrowserContextOptions) {
  const page = await newPage(ownServer(options))
  const requests = watchItems(page)
  const release = await holdItems(page)
  await visit(page, '/links?preload=viewport')
  await expect.poll(() => requests.length).toBe(5)
  return { page, requests, release }
}

describe('prefetches of links in view', () => {
  it('are at most five at once, topmost first, and have the header Purpose', async () => {
    const page = await newPage(ownServer())
    await idle(page, server.origin)
    const requests = watchItems(page)
    await visit(page, '/links?preload=viewport&delay=300')
    await expect.poll(() => requests.length).toBe(24)
    await idle(page, server.origin)
    // This counts the server's whole life: no page of any test has had more.
    expect((await inflight(server.origin)).max).toBe(5)
    expect(requests.every(({ purpose }) => purpose === 'prefetch')).toBe(true)
    const order = requests.map(({ id }) => Number(id))
    expect(order.slice(0, 5).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5])
    expect(order.slice(5)).toEqual(Array.from({ length: 19 }, (_, index) => index + 6))
  })

  it('are sent after those of a touched, a focused and a hovered link', async () => {
    const { page, requests, release } = await openHeld({ hasTouch: true })
    await itemLink(page, 20).hover()
    await page.waitForTimeout(QUIET_MS)
    await itemLink(page, 21).focus()
    await page.waitForTimeout(100)
    await itemLink(page, 22).dispatchEvent('touchstart')
    await page.waitForTimeout(QUIET_MS)
    release()
    await expect.poll(() => requests.length).toBeGreaterThan(7)
    // The newest first.
    expect(requests.slice(5, 8).map(({ id }) => id)).toEqual(['22', '21', '20'])
  })

  it('are dropped when the link leaves the view, and requested again when it is back', async () => {
    const { page, requests, release } = await openHeld({ viewport: { width: 390, height: 700 } })
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    await page.waitForTimeout(QUIET_MS)
    release()
    await page.waitForLoadState('networkidle')
    expect(requests.map(({ id }) => id)).not.toContain('6')
    await page.evaluate(() => scrollTo(0, 0))
    await expect.poll(() => requests.map(({ id }) => id)).toContain('6')
  })

  it('at render: all links of the page, in view or not', async () => {
    const page = await newPage(ownServer({ viewport: { width: 390, height: 400 } }))
    await idle(page, server.origin)
    const requests = watchItems(page)
    await visit(page, '/links?preload=render')
    await expect.poll(() => requests.length).toBe(24)
    await idle(page, server.origin)
    expect((await inflight(server.origin)).max).toBeLessThanOrEqual(5)
  })
})

describe('a prefetch by intent', () => {
  it('is not sent when the pointer leaves before the delay', async () => {
    const page = await open('/links', ownServer())
    const requests = watchItems(page)
    await itemLink(page, 3).evaluate((link) => {
      link.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }))
      link.dispatchEvent(new MouseEvent('mouseout', { bubbles: true, relatedTarget: document.body }))
    })
    await page.waitForTimeout(QUIET_MS)
    expect(requests).toEqual([])
  })

  it('has low priority', async () => {
    const page = await open('/links', ownServer())
    const session = await page.context().newCDPSession(page)
    await session.send('Network.enable')
    const priorities: [boolean, string][] = []
    session.on('Network.requestWillBeSent', ({ request }) => {
      if (!request.url.includes('/_serverFn/')) return
      priorities.push([request.headers.purpose === 'prefetch', request.initialPriority])
    })
    await itemLink(page, 3).hover()
    await expect.poll(() => priorities).toEqual([[true, 'Low']])
    await clickItem(page, 4)
    await expect
      .poll(() => priorities)
      .toEqual([
        [true, 'Low'],
        [false, 'High'],
      ])
  })

  it('that fails shows nothing, and the click loads once more', async () => {
    const page = await open('/links', ownServer())
    const requests = watchItems(page)
    // A captive portal answers so, and a cache may keep it.
    const portal = { contentType: 'text/html', headers: { 'cache-control': 'max-age=600' }, body: '<h1>Sign in</h1>' }
    await page.route(
      (url) => url.pathname.startsWith('/_serverFn/'),
      (route) => (route.request().headers().purpose === 'prefetch' ? route.fulfill(portal) : route.continue()),
    )
    await itemLink(page, 3).hover()
    await expect.poll(() => requests.length).toBe(1)
    await page.waitForTimeout(QUIET_MS)
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Links')
    await itemLink(page, 3).click()
    await stampOf(page, 3)
    // The button that goes down starts a prefetch as well, which fails before the click or is joined by it.
    expect(requests.at(0)).toMatchObject({ id: '3', purpose: 'prefetch' })
    expect(requests.at(-1)).toMatchObject({ id: '3', purpose: undefined })
  })

  it.each<[start: string, by: (page: Page) => Promise<void>]>([
    ['the pointer comes back', (page) => itemLink(page, 3).hover()],
    ['a finger goes down', (page) => itemLink(page, 3).dispatchEvent('touchstart')],
    ['the button goes down', (page) => itemLink(page, 3).dispatchEvent('mousedown', { button: 0 })],
  ])('whose data has expired is sent again when %s, and the click waits for it', async (_, begin) => {
    const page = await newPage(ownServer())
    const now = Date.now()
    await page.clock.setFixedTime(now)
    await visit(page, '/links')
    const requests = watchItems(page)
    const read = page.waitForEvent('requestfinished', (request) => itemOf(request) === '3')
    await itemLink(page, 3).hover()
    await read
    await idle(page, server.origin)
    // The browser stores the data, with the time that it has then.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)))
    expect(requests).toHaveLength(1)
    await page.mouse.move(0, 0)
    await page.clock.setFixedTime(now + 360_000)
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route(
      (url) => url.pathname.startsWith('/_serverFn/'),
      (route) => released.then(() => route.continue()),
    )
    await begin(page)
    await expect.poll(() => requests.length).toBe(2)
    await clickItem(page, 3)
    await page.locator('[role=progressbar]').waitFor()
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Links')
    release()
    await stampOf(page, 3)
    expect(requests).toMatchObject([
      { id: '3', purpose: 'prefetch' },
      { id: '3', purpose: 'prefetch' },
    ])
  })

  it('that is redirected does not navigate and fetches the target', async () => {
    const page = await open('/links', ownServer())
    const requests = watchItems(page)
    const moved = page.locator('main a[href="/moved/3"]')
    await moved.hover()
    await expect.poll(() => requests.map(({ id }) => id)).toEqual(['3'])
    await page.waitForTimeout(QUIET_MS)
    expect(new URL(page.url()).pathname).toBe('/links')
    await moved.click()
    await stampOf(page, 3)
    expect(new URL(page.url()).pathname).toBe('/item/3')
    expect(requests).toMatchObject([{ id: '3', purpose: 'prefetch' }])
  })
})

describe('a click beside prefetches', () => {
  const moved = (page: Page) => page.locator('main a[href="/moved/3"]')

  it('is sent before nineteen waiting prefetches, and drops them', async () => {
    const page = await newPage(ownServer())
    const requests = watchItems(page)
    const release = await holdItems(page)
    await visit(page, '/links?preload=viewport')
    await expect.poll(() => requests.length).toBe(5)
    await clickItem(page, 24)
    await expect.poll(() => requests[5]).toMatchObject({ id: '24', purpose: undefined })
    release()
    await stampOf(page, 24)
    await page.waitForLoadState('networkidle')
    expect(requests).toHaveLength(6)
  })

  it('does not wait for five running prefetches', async () => {
    const page = await newPage(ownServer())
    await idle(page, server.origin)
    const requests = watchItems(page)
    await visit(page, '/links?preload=viewport&delay=8000')
    await expect.poll(() => requests.length).toBe(5)
    // Leads to an item without a delay.
    await moved(page).evaluate((link: HTMLElement) => link.click())
    await stampOf(page, 3)
    expect((await inflight(server.origin)).now).toBe(5)
  })

  it('after another wins, and the first page is never shown', async () => {
    const page = await open('/links', ownServer())
    const requests = watchItems(page)
    const release = await holdItems(page, '1')
    const headings = await watchChanges(page, () => document.querySelector('h1')?.textContent ?? '')
    await clickItem(page, 1)
    await expect.poll(() => requests.length).toBe(1)
    await clickItem(page, 2)
    await stampOf(page, 2)
    release()
    await page.waitForLoadState('networkidle')
    await page.waitForTimeout(QUIET_MS)
    expect(await headings()).not.toContain('Item 1')
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Item 2')
  })
})
