import type { Page, Route } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { clickItem, holdItems, itemLink, itemOf, stampOf, watchItems } from '#tests/application/browser/items.ts'
import { expectFault, newPage, visit } from '#tests/harness/page.ts'
import { watchChanges } from '#tests/application/browser/watch.ts'

/** A page whose clock stands still until it is set, while its timers run. */
async function openAt(now: number, path: string): Promise<Page> {
  const page = await newPage()
  await page.clock.setFixedTime(now)
  await visit(page, path)
  return page
}

/** Returns the inspector's state of a target, `undefined` without a row. */
async function stateOf(page: Page, target: string): Promise<string | undefined> {
  const [state] = await page
    .getByTestId('inspector')
    .locator(`[data-target="${target}"]`)
    .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-state') ?? ''))
  return state
}

async function back(page: Page): Promise<void> {
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: 'Links' }).waitFor()
}

const TARGET = '/item/3'

describe('the state of an entry', () => {
  const start = Date.now()

  it('made by a prefetch changes at 30 and at 300 s', async () => {
    const page = await openAt(start, '/links')
    await itemLink(page, 3).hover()
    await expect.poll(() => stateOf(page, TARGET)).toBe('fresh')
    // A link that moves under the pointer, or into view, while the rest arrives would be asked for once more.
    await page.mouse.move(0, 0)
    await page.waitForLoadState('networkidle')
    for (const [age, state] of [
      [29_999, 'fresh'],
      [30_000, 'stale'],
      [299_999, 'stale'],
      [300_000, 'expired'],
    ] as const) {
      await page.clock.setFixedTime(start + age)
      await expect.poll(() => stateOf(page, TARGET)).toBe(state)
    }
  })

  it('made by the server is reusable: another visit of its page sends no request', async () => {
    const page = await newPage()
    const requests = watchItems(page)
    await visit(page, TARGET)
    const stamp = await stampOf(page, 3)
    await expect.poll(() => stateOf(page, TARGET)).toBe('reusable')
    await page.getByRole('link', { name: 'Next item' }).click()
    await stampOf(page, 4)
    await page.goBack()
    expect(await stampOf(page, 3)).toBe(stamp)
    expect(requests.filter(({ id }) => id === '3')).toEqual([])
  })
})

describe('a click on an entry', () => {
  it('fresh or reusable sends no request; stale is shown and refreshed; expired is loaded first', async () => {
    const start = Date.now()
    const page = await openAt(start, '/links')
    const requests = watchItems(page)
    await clickItem(page, 3)
    const first = await stampOf(page, 3)
    expect(requests).toHaveLength(1)

    await back(page)
    await page.clock.setFixedTime(start + 29_999)
    await clickItem(page, 3)
    expect(await stampOf(page, 3)).toBe(first)
    expect(requests).toHaveLength(1)

    await back(page)
    await page.clock.setFixedTime(start + 30_000)
    const release = await holdItems(page)
    await clickItem(page, 3)
    // At once, although the server has not responded.
    expect(await stampOf(page, 3)).toBe(first)
    release()
    await expect.poll(() => page.getByTestId('stamp').innerText()).not.toBe(first)
    const second = await stampOf(page, 3)
    expect(requests).toHaveLength(2)

    await back(page)
    await page.clock.setFixedTime(start + 30_000 + 300_000)
    const stamps = await watchChanges(page, () => document.querySelector('[data-testid="stamp"]')?.textContent ?? '')
    await clickItem(page, 3)
    const third = await stampOf(page, 3)
    expect([first, second]).not.toContain(third)
    expect(await stamps()).not.toContain(second)
    expect(requests).toHaveLength(3)
  })
})

describe('a stale page', () => {
  const start = Date.now()

  type Answer = Parameters<Route['fulfill']>[0]

  /** Visits item 4, has its refresh answered with `answer`, and visits it once more when its data is stale. */
  async function visitAgain(page: Page, answer: Answer): Promise<void> {
    await visit(page, '/links')
    await clickItem(page, 4)
    await stampOf(page, 4)
    await back(page)
    await page.route('**/_serverFn/**', (route) =>
      itemOf(route.request()) === '4' ? route.fulfill(answer) : route.fallback(),
    )
    await page.clock.setFixedTime(start + 30_000)
    await clickItem(page, 4)
  }

  it('whose refresh redirects follows it, and back does not return to it', async () => {
    const page = await openAt(start, '/links')
    const [request] = await Promise.all([
      page.waitForRequest('**/_serverFn/**'),
      page.locator('main a[href="/moved/3"]').click(),
    ])
    const response = await page.request.get(request.url(), { headers: await request.allHeaders() })
    await visitAgain(page, { response })
    await stampOf(page, 3)
    expect(new URL(page.url()).pathname).toBe('/item/3')
    await back(page)
  })

  it('whose refresh is not found becomes the not-found page', async () => {
    const page = await openAt(start, '/links')
    await visitAgain(page, { status: 404, json: { isNotFound: true } })
    expectFault(page, /404/)
    await page.getByText('This page could not be found.').first().waitFor()
    expect(new URL(page.url()).pathname).toBe('/item/4')
  })
})
