import type { Page, Route } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectFault, open } from '#tests/harness/page.ts'
import { FORMS, logged, sendFile } from '#tests/site/lab/log-sounding.ts'

const PORTAL = {
  contentType: 'text/html',
  body: '<!doctype html><title>Sign in</title><h1>Welcome to our network</h1>',
}

/** Answers every post by `handle`. */
const answerPosts = (page: Page, handle: (route: Route) => Promise<void>) =>
  page.route('**/_serverFn/**', (route) => (route.request().method() === 'POST' ? handle(route) : route.fallback()))

/** Opens the forms with every post answered by `handle`. */
async function openFailing(handle: (route: Route) => Promise<void>): Promise<Page> {
  const page = await open(FORMS)
  expectFault(page, /./)
  await page.waitForLoadState('networkidle')
  await answerPosts(page, handle)
  return page
}

const alertOf = (page: Page) => page.getByRole('alert').filter({ hasText: 'What you entered is still here.' })

const text = { contentType: 'text/plain; charset=utf-8', body: 'no\n' }

const ANSWERS: [says: RegExp, handle: (route: Route) => Promise<void>][] = [
  [/The server did not respond/, (route) => route.abort('connectionreset')],
  [/refused the request \(403\)/, (route) => route.fulfill({ ...text, status: 403 })],
  [/again in 12 seconds\./, (route) => route.fulfill({ ...text, status: 429, headers: { 'retry-after': '12' } })],
  [/again in 10 minutes\./, (route) => route.fulfill({ ...text, status: 429, headers: { 'retry-after': '600' } })],
  [/not available at the moment \(502\)/, (route) => route.fulfill({ ...PORTAL, status: 502 })],
  [/The response did not come from this server/, (route) => route.fulfill({ ...PORTAL, status: 200 })],
]

describe('a form whose submission fails stays, shows the reason, and can be sent again', () => {
  it('aborted, refused, limited, answered by another server, and offline, one after another', async () => {
    const page = await openFailing(async () => {})
    const [place, depth] = [page.getByLabel('Place'), page.getByLabel('Depth in metres')]
    const soundings = page.locator('[data-testid=soundings] li', { hasText: 'Failed often' })
    /** The form is there as it was left, and nothing of it was taken for done. */
    const expectStays = async (says: RegExp) => {
      await alertOf(page).filter({ hasText: says }).waitFor()
      expect([await place.inputValue(), await depth.inputValue()], String(says)).toEqual(['Failed often', '12.5'])
      expect(await soundings.count(), String(says)).toBe(0)
    }
    await place.fill('Failed often')
    await depth.fill('12.5')
    let send = page.getByRole('button', { name: 'Log it', exact: true })
    for (const [says, handle] of ANSWERS) {
      await page.unrouteAll()
      await answerPosts(page, handle)
      await send.click()
      await expectStays(says)
      send = page.getByRole('button', { name: 'Send again' })
    }
    await page.unrouteAll()
    await page.context().setOffline(true)
    await send.click()
    await expectStays(/You are offline\./)

    await page.context().setOffline(false)
    await send.click()
    await logged(page, 'Failed often: 12.5').waitFor()
    expect(await place.inputValue()).toBe('')
    expect(await alertOf(page).count()).toBe(0)
  })

  it('a file that is aborted or refused', async () => {
    const page = await openFailing(async () => {})
    await sendFile(page, 10)
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
