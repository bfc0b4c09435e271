import { expect, it } from 'vitest'
import { cleanPage, expectFault, newPage, reopen, visit } from '#tests/harness/page.ts'
import { hold, navigate } from '#tests/application/browser/watch.ts'

it('a hard load shows the frame and the pending component, then the data', async () => {
  const page = await cleanPage()
  await page.goto('/streamed?delay=2000', { waitUntil: 'commit' })
  await page.getByRole('status').filter({ hasText: 'Waiting for the forecast' }).waitFor()
  expect(await page.getByRole('banner').isVisible()).toBe(true)
  await page.getByRole('heading', { level: 1, name: 'Calm seas' }).waitFor()
  expect(await page.getByText('Waiting for the forecast').count()).toBe(0)
  await page.waitForLoadState()
})

it('a navigation shows the pending component when the data is slow', async () => {
  const page = await newPage()
  await page.clock.install()
  await visit(page, '/start')
  const release = await hold(page, '**/_serverFn/**')
  await navigate(page, '/streamed?delay=1')
  await page.getByRole('progressbar').waitFor()
  await page.clock.fastForward(2_000)
  await page.getByText('Waiting for the forecast').waitFor()
  release()
  await page.getByRole('heading', { level: 1, name: 'Calm seas' }).waitFor()
  expect(new URL(page.url()).search).toBe('?delay=1')
})

it('a page whose search params change stays until the data is there', async () => {
  const page = await reopen('/streamed')
  const release = await hold(page, '**/_serverFn/**')
  await page.getByRole('link', { name: 'Slowly' }).click()
  await page.getByRole('progressbar').waitFor()
  expect(await page.getByRole('heading', { level: 1, name: 'Calm seas' }).isVisible()).toBe(true)
  release()
  await page.getByRole('progressbar').waitFor({ state: 'detached' })
  expect(new URL(page.url()).search).toBe('?delay=1')
})

it.each([
  ['error', 'Digest', /ServerError|500|React error #419/],
  ['not-found', 'This page could not be found.', /404/],
  ['409', 'This was changed in the meantime.', /PublicError|409/],
])('data that fails late with %s is shown after hydration', async (fail, text, fault) => {
  const page = await cleanPage()
  expectFault(page, fault)
  await page.goto(`/streamed?delay=600&fail=${fail}`, { waitUntil: 'commit' })
  await page.getByText('Waiting for the forecast').waitFor({ state: 'detached' })
  await page.getByRole('main').getByText(text).first().waitFor()
  expect(await page.getByText('Calm seas').count()).toBe(0)
})

it('data that leads elsewhere late is followed', async () => {
  const page = await cleanPage()
  await page.goto('/streamed?delay=600&fail=redirect', { waitUntil: 'commit' })
  await page.waitForURL((url) => url.pathname !== '/streamed')
})
