import { expect, it } from 'vitest'
import { newPage, open, visit } from '#tests/harness/page.ts'

type Alive = { __TSR_ROUTER__: { invalidate: () => Promise<void> } }

it('router.invalidate() renews the data of the page, and prefetched data, also when fresh', async () => {
  const page = await open('/lab/links')
  await page.waitForLoadState('networkidle')
  const calls: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/_serverFn/')) calls.push(request.headers().purpose ?? 'click')
  })
  const link = page.locator('main a[href="/lab/item/3"]')
  await link.hover()
  await expect.poll(() => calls).toEqual(['prefetch'])
  await page.waitForLoadState('networkidle')
  const invalidate = () => page.evaluate(() => (window as unknown as Alive).__TSR_ROUTER__.invalidate())
  await invalidate()
  await link.evaluate((element: HTMLElement) => element.click())
  await page.getByRole('heading', { level: 1, name: 'Item 3' }).waitFor()
  expect(calls).toEqual(['prefetch', 'click'])
  const stamp = await page.getByTestId('stamp').innerText()
  await invalidate()
  await expect.poll(() => page.getByTestId('stamp').innerText()).not.toBe(stamp)
  expect(calls).toEqual(['prefetch', 'click', 'click'])
})

it('a form that names no queries renews all data of its page', async () => {
  const page = await open('/lab/forms')
  await page.waitForLoadState('networkidle')
  const other = await newPage()
  await visit(other, '/lab/forms')
  await other.getByLabel('Place').fill('Logged elsewhere')
  await other.getByLabel('Depth in metres').fill('4')
  await other.getByRole('button', { name: 'Log it', exact: true }).click()
  await other.locator('[data-testid=soundings] li:not([data-pending])', { hasText: 'Logged elsewhere' }).waitFor()
  await page.getByLabel('File, up to 5 MB').setInputFiles({ name: 'a.bin', mimeType: 'x/y', buffer: Buffer.alloc(10) })
  await page.getByRole('button', { name: 'Send the file' }).click()
  await page.locator('[data-testid=soundings] li', { hasText: 'Logged elsewhere' }).waitFor()
  await page.getByText('a.bin was received: 10 bytes.').waitFor()
})
