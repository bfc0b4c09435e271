import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { holdItems, idle, inflight, itemLink, QUIET_MS, stampOf, watchItems } from '#tests/shell/browser/items.ts'
import { newPage, open, visit } from '#tests/harness/page.ts'
import { withServer } from '#tests/harness/with-server.ts'
import { watchChanges } from '#tests/shell/browser/watch.ts'

/** A server of its own, as in prefetch.test.ts. */
const server = withServer()

const ownServer = () => ({ baseURL: server.origin })

describe('a click', () => {
  const moved = (page: Page) => page.locator('main a[href="/moved/3"]')

  it('is sent before nineteen waiting prefetches, and drops them', async () => {
    const page = await newPage(ownServer())
    const requests = watchItems(page)
    const release = await holdItems(page)
    await visit(page, '/links?preload=viewport')
    await expect.poll(() => requests.length).toBe(5)
    await itemLink(page, 24).evaluate((link: HTMLElement) => link.click())
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
    const click = (id: number) => itemLink(page, id).evaluate((link: HTMLElement) => link.click())
    await click(1)
    await expect.poll(() => requests.length).toBe(1)
    await click(2)
    await stampOf(page, 2)
    release()
    await page.waitForLoadState('networkidle')
    await page.waitForTimeout(QUIET_MS)
    expect(await headings()).not.toContain('Item 1')
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Item 2')
  })
})
