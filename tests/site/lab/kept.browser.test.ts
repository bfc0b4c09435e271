import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { hydrated, newPage, nextPost, open } from '#tests/harness/page.ts'

const stampOf = (page: Page) => page.getByTestId('stamp').innerText()
const entries = (page: Page) => page.locator('[data-testid=entries] tbody tr')

async function reload(page: Page): Promise<string> {
  await page.reload()
  await hydrated(page)
  return stampOf(page)
}

it('a page with a TTL is the same for all, until its tag or its path is invalidated', async () => {
  const page = await open('/lab/kept/hours')
  const stamp = await stampOf(page)
  expect(await stampOf(await open('/lab/kept/hours'))).toBe(stamp)
  await entries(page).first().getByText('fresh').waitFor()
  expect(await entries(page).first().innerText()).toContain('lab:kept /lab/kept/hours')
  let last = stamp
  for (const name of ['The tag lab:kept', 'The path /lab/kept/hours']) {
    const answered = nextPost(page)
    await page.getByRole('button', { name }).click()
    expect((await answered).headers()['x-invalidated']).toBeDefined()
    const renewed = await reload(page)
    expect(renewed).not.toBe(last)
    expect(await reload(page)).toBe(renewed)
    last = renewed
  }
})

it('the name of a visitor is in the response, and the page stays that of all', async () => {
  const page = await open('/lab/kept/minutes')
  const stamp = await stampOf(page)
  await page.getByText('Not signed in.').waitFor()
  await page.getByLabel('Your name').fill('Ada <b>')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('Signed in as Ada <b>.').waitFor()
  const response = await page.reload()
  expect(response?.headers()['cache-status']).toBe('page-cache; hit')
  await expect.poll(async () => (await page.reload())?.text()).toContain('Signed in as Ada &lt;b&gt;.')
  await page.getByText('Signed in as Ada <b>.').waitFor()
  expect(await stampOf(page)).toBe(stamp)
})

it('a page with a TTL is invalidated without JavaScript as well', async () => {
  const page = await newPage({ javaScriptEnabled: false })
  await page.goto('/lab/kept')
  const stamp = await stampOf(page)
  await page.getByRole('button', { name: 'The path /lab/kept' }).click()
  await page.waitForURL('/lab/kept')
  expect(await stampOf(page)).not.toBe(stamp)
})
