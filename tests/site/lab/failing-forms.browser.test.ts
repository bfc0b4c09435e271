import type { Page, Route } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectFault, open, reopen } from '#tests/harness/page.ts'
import { startForTest } from '#tests/harness/with-server.ts'

const FORMS = '/lab/forms'
const PORTAL = {
  contentType: 'text/html',
  body: '<!doctype html><title>Sign in</title><h1>Welcome to our network</h1>',
}

/** Opens the forms with every post answered by `handle`. */
async function openFailing(handle: (route: Route) => Promise<void>): Promise<Page> {
  const page = await reopen(FORMS)
  expectFault(page, /./)
  await page.waitForLoadState('networkidle')
  await page.route('**/_serverFn/**', (route) =>
    route.request().method() === 'POST' ? handle(route) : route.fallback(),
  )
  return page
}

const logButton = (page: Page) => page.getByRole('button', { name: 'Log it', exact: true })

async function fillIn(page: Page, place: string): Promise<void> {
  await page.getByLabel('Place').fill(place)
  await page.getByLabel('Depth in metres').fill('12.5')
}

async function log(page: Page, place: string): Promise<void> {
  await fillIn(page, place)
  await logButton(page).click()
}

const alertOf = (page: Page) => page.getByRole('alert').filter({ hasText: 'What you entered is still here.' })

/** The form is there as it was left, nothing of it was taken for done, and it can be sent again. */
async function sendsAgain(page: Page, place: string): Promise<void> {
  expect(await page.getByLabel('Place').inputValue()).toBe(place)
  expect(await page.getByLabel('Depth in metres').inputValue()).toBe('12.5')
  expect(await page.locator('[data-testid=soundings] li', { hasText: place }).count()).toBe(0)
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Send again' }).click()
  await page.locator('[data-testid=soundings] li:not([data-pending])', { hasText: `${place}: 12.5` }).waitFor()
  expect(await page.getByLabel('Place').inputValue()).toBe('')
  expect(await alertOf(page).count()).toBe(0)
}

const text = { contentType: 'text/plain; charset=utf-8', body: 'no\n' }

describe('a form whose submission fails stays, shows the reason, and can be sent again', () => {
  it.each<[string, RegExp, (route: Route) => Promise<void>]>([
    ['aborted', /The server did not respond/, (route) => route.abort('connectionreset')],
    ['403', /refused the request \(403\)/, (route) => route.fulfill({ ...text, status: 403 })],
    [
      '429',
      /again in 12 seconds\./,
      (route) => route.fulfill({ ...text, status: 429, headers: { 'retry-after': '12' } }),
    ],
    [
      '429 for long',
      /again in 10 minutes\./,
      (route) => route.fulfill({ ...text, status: 429, headers: { 'retry-after': '600' } }),
    ],
    ['502', /not available at the moment \(502\)/, (route) => route.fulfill({ ...PORTAL, status: 502 })],
    [
      '200 of a captive portal',
      /The response did not come from this server/,
      (route) => route.fulfill({ ...PORTAL, status: 200 }),
    ],
  ])('%s', async (name, says, handle) => {
    const page = await openFailing(handle)
    await log(page, `Failed by ${name}`)
    await alertOf(page).filter({ hasText: says }).waitFor()
    await sendsAgain(page, `Failed by ${name}`)
  })

  it('offline', async () => {
    const page = await open(FORMS)
    expectFault(page, /./)
    await page.waitForLoadState('networkidle')
    await page.context().setOffline(true)
    await log(page, 'Failed offline')
    await alertOf(page).filter({ hasText: 'You are offline.' }).waitFor()
    await page.context().setOffline(false)
    await sendsAgain(page, 'Failed offline')
  })

  it('429 of this server', async () => {
    const server = await startForTest({ env: { RATE_LIMIT: '1' } })
    const page = await open(FORMS, { baseURL: server.origin })
    expectFault(page, /429/)
    await page.waitForLoadState('networkidle')
    await fillIn(page, 'Too often')
    // Sent at once behind many: there is one token more each second, which one of those takes.
    await logButton(page).evaluate((button: HTMLButtonElement) => {
      for (let count = 0; count < 40; count += 1)
        void fetch(button.form?.action ?? '', { method: 'POST', body: new FormData() })
      button.click()
    })
    await alertOf(page)
      .filter({ hasText: /again in \d+ seconds?\./ })
      .waitFor()
    await page.close()
  })

  it('a file that is aborted or refused', async () => {
    const page = await openFailing(async () => {})
    const file = page.getByLabel('File, up to 5 MB')
    await file.setInputFiles({ name: 'a.bin', mimeType: 'x/y', buffer: Buffer.alloc(10) })
    await page.getByRole('button', { name: 'Send the file' }).click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await alertOf(page).filter({ hasText: 'Sending was cancelled.' }).waitFor()
    await page.unrouteAll()
    await page.route('**/_serverFn/**', (route) => route.fulfill({ ...PORTAL, status: 502 }))
    await page.getByRole('button', { name: 'Send again' }).click()
    await alertOf(page).filter({ hasText: '(502)' }).waitFor()
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Send again' }).click()
    await page.getByText('a.bin was received: 10 bytes.').waitFor()
  })

  it('a stream that does not start', async () => {
    const page = await openFailing((route) => route.fulfill({ ...text, status: 429 }))
    await page.getByRole('button', { name: 'Read soundings' }).click()
    await alertOf(page).filter({ hasText: 'Wait a moment' }).waitFor()
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Send again' }).click()
    await expect.poll(() => page.getByTestId('depths').innerText()).toMatch(/^3 4/)
  })
})

it("a response to a prefetch that is not the server function's is not cached: the click reads the server", async () => {
  const page = await open('/lab/links')
  expectFault(page, /./)
  await page.waitForLoadState('networkidle')
  const asked: string[] = []
  await page.route('**/_serverFn/**', (route) => {
    asked.push(route.request().url())
    return route.fulfill({ ...PORTAL, status: 200, headers: { 'cache-control': 'max-age=600' } })
  })
  const link = page.locator('main a[href="/lab/item/3"]')
  await link.hover()
  await expect.poll(() => asked.length).toBe(1)
  await page.unrouteAll()
  await link.click()
  await page.getByRole('heading', { level: 1, name: 'Item 3' }).waitFor()
  expect(await page.getByTestId('stamp').innerText()).not.toBe('')
})
