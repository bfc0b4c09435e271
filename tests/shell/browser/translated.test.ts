import { expect, it } from 'vitest'
import { hydrated } from '#tests/harness/page.ts'
import { translatePage } from '#tests/harness/translate-page.ts'
import { SOON, withReports } from '#tests/shell/browser/reporting.ts'

const { open, reports } = withReports()

it('a page that the browser translates prefetches and navigates, with the inspector', async () => {
  const page = await open('/links')
  await hydrated(page)
  const inspector = page.getByTestId('inspector')
  await inspector.waitFor()
  await translatePage(page)
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(String(error)))
  for (const id of [1, 2, 3]) await page.locator(`main a[href="/item/${id}"]`).first().hover()
  await inspector.getByText('/item/3').first().waitFor()
  await page.locator(`main a[href="/item/2"]`).first().click()
  await page.waitForURL('**/item/2')
  expect(faults).toEqual([])
  expect(await page.getByTestId('report').count()).toBe(0)
})

it('a failure on a translated page offers a reload, and its report says so', async () => {
  const page = await open('/errors')
  await hydrated(page)
  await translatePage(page)
  await page.getByRole('button', { name: 'Throw while rendering', exact: true }).click()
  await page.getByRole('button', { name: 'Reload' }).waitFor()
  await page.getByText('Your browser had translated this page').waitFor()
  await expect
    .poll(() => reports('thrown while rendering').map(({ tags: { page: tag } }) => tag), SOON)
    .toEqual(['translated'])
  const reloaded = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Reload' }).click()
  await reloaded
  await page.getByRole('heading', { level: 1, name: 'Errors' }).waitFor()
  expect(await page.locator('font').count()).toBe(0)
})
