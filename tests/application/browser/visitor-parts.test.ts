import type { Page } from 'playwright-core'
import { expect, inject, it } from 'vitest'
import { expectFault, hydrated, newPage, visit } from '#tests/harness/page.ts'
import { hold, navigate, watchCalls } from '#tests/application/browser/watch.ts'

const bow = (page: Page) => page.getByTestId('greeting-bow')
const wave = (page: Page) => page.getByRole('button', { name: /^Wave bow/ })

/** Opens a page with cookies, and counts the calls of server functions. */
async function visitor(cookies: Record<string, string>) {
  const page = await newPage()
  const { hostname: domain } = new URL(inject('origin'))
  const all = Object.entries(cookies).map(([name, value]) => ({ name, value, domain, path: '/' }))
  await page.context().addCookies(all)
  return { page, calls: watchCalls(page) }
}

it('a part is there before hydration, and works after it without a request', async () => {
  const { page, calls } = await visitor({ visitor: 'Ada' })
  const release = await hold(page, '**/_build/**/*.js')
  // On a slow machine the first part is late.
  await expect
    .poll(async () => {
      await page.goto('/greeted/one', { waitUntil: 'commit' })
      await page.getByTestId('stamp').waitFor()
      return bow(page).count()
    })
    .toBe(1)
  await wave(page).focus()
  await wave(page).evaluate((button) => button.setAttribute('data-marked', ''))
  release()
  await hydrated(page)
  await wave(page).click()
  await page.getByRole('button', { name: 'Wave bow 1' }).waitFor()
  // The same element, with the focus.
  const state = (button: Element) => [button.hasAttribute('data-marked'), document.activeElement === button]
  expect(await wave(page).evaluate(state)).toEqual([true, true])
  expect(await bow(page).innerText()).toBe('Ahoy Ada, a guest at bow!')
  expect(calls).toEqual([])
})

it('a part hydrates with data that are no JSON, without a request', async () => {
  const { page, calls } = await visitor({ cargo: 'hemp' })
  // On a slow machine the first part is late.
  const placed = async () => (await (await page.goto('/greeted/member'))?.text())?.includes('hemp true 0 true true 3 0')
  await expect.poll(placed).toBe(true)
  await hydrated(page)
  await page.getByRole('button', { name: 'hemp true 0 true true 3 0' }).click()
  await page.getByRole('button', { name: 'hemp true 0 true true 3 1' }).waitFor()
  await page.getByText('A guest').waitFor()
  expect(calls).toEqual([])
})

it('a part knows the session of its visitor, and the page is that of all', async () => {
  const { page } = await visitor({ visitor: 'Ada' })
  await visit(page, '/sign-in')
  await page.getByRole('button', { name: 'Sign in as anna', exact: true }).click()
  await page.getByTestId('orders').waitFor()
  let response = await page.goto('/greeted/one')
  const text = async () => {
    response = await page.goto('/greeted/one')
    return response?.text()
  }
  await expect.poll(text).toContain('Ahoy <!-- -->Ada<!-- -->, <!-- -->anna')
  expect(response?.headers()['cache-status']).toBe('page-cache; hit')
  await hydrated(page)
  expect(await bow(page).innerText()).toBe('Ahoy Ada, anna at bow!')
  const { page: guest } = await visitor({ visitor: 'Bob' })
  await visit(guest, '/greeted/one')
  await bow(guest).getByText('Ahoy Bob, a guest at bow!').waitFor()
})

it('a late part replaces its fallback, without a request', async () => {
  const { page, calls } = await visitor({ visitor: 'Late', wait: '1500' })
  await page.goto('/greeted/one', { waitUntil: 'commit' })
  await page.getByText('Somebody at the bow').waitFor()
  await hydrated(page)
  await bow(page).getByText('Ahoy Late').waitFor()
  expect(calls).toEqual([])
})

it('a part that the server does not complete is fetched', async () => {
  const { page, calls } = await visitor({ visitor: 'Slow', wait: '4000' })
  await page.goto('/greeted/one', { waitUntil: 'commit' })
  await page.getByText('Somebody at the bow').waitFor()
  // The next call is quick.
  await page.context().clearCookies({ name: 'wait' })
  await bow(page).getByText('Ahoy Slow').waitFor()
  expect(calls).not.toEqual([])
})

it('a part that fails keeps its fallback', async () => {
  const { page } = await visitor({ visitor: 'nobody' })
  expectFault(page, /500|_serverFn/)
  await visit(page, '/greeted/one')
  await page.waitForLoadState('networkidle')
  expect(await page.getByText('Somebody at the bow').count()).toBe(1)
  await page.getByRole('heading', { name: 'Greeted one' }).waitFor()
})

it('a navigation fetches the part behind its fallback', async () => {
  const { page, calls } = await visitor({ visitor: 'Ada' })
  await visit(page, '/start')
  await navigate(page, '/greeted/two')
  await bow(page).getByText('Ahoy Ada').waitFor()
  expect(calls).not.toEqual([])
})

it.each(['another library', 'a session'])(
  'the frame of cached pages follows a sign-in by %s at once, in all tabs, and asks once',
  async (how) => {
    const { page, calls } = await visitor({})
    const other = await page.context().newPage()
    for (const tab of [page, other]) {
      await visit(tab, '/pilot/ashore')
      await tab.getByText('a guest at pier').waitFor()
      await tab.evaluate(() => Object.assign(window, { sameDocument: true }))
    }
    calls.length = 0
    const otherCalls = watchCalls(other)
    await page.getByRole('button', { name: `Board by ${how}` }).click()
    await page.getByRole('heading', { name: 'The pilot is aboard' }).waitFor()
    for (const tab of [page, other]) {
      await tab.getByText('pilot at pier').waitFor()
      await tab.waitForLoadState('networkidle')
      expect(await tab.evaluate(() => 'sameDocument' in window)).toBe(true)
    }
    expect([calls, otherCalls]).toEqual([['POST', 'GET'], ['GET']])
  },
)
