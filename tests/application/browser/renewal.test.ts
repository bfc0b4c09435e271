import { expect, it } from 'vitest'
import { open } from '#tests/harness/page.ts'
import { watchCalls } from '#tests/application/browser/watch.ts'

it('router.invalidate() renews what the page shows, and what was prefetched, however fresh they are', async () => {
  const page = await open('/links')
  await page.waitForLoadState('networkidle')
  const calls = watchCalls(page)
  const link = page.locator('main a[href="/item/3"]')
  await link.hover()
  await expect.poll(() => calls).toEqual(['prefetch'])
  await page.waitForLoadState('networkidle')
  const invalidate = () => page.evaluate(() => window.__TSR_ROUTER__?.invalidate())
  await invalidate()
  await link.evaluate((element: HTMLElement) => element.click())
  await page.getByRole('heading', { level: 1, name: 'Item 3' }).waitFor()
  expect(calls).toEqual(['prefetch', 'GET'])
  const stamp = await page.getByTestId('stamp').innerText()
  await invalidate()
  await expect.poll(() => page.getByTestId('stamp').innerText()).not.toBe(stamp)
  expect(calls).toEqual(['prefetch', 'GET', 'GET'])
})

it('a renewal that does not end delays prefetches for two seconds at most', async () => {
  const page = await open('/links')
  await page.waitForLoadState('networkidle')
  const calls = watchCalls(page)
  const isPausedAtOnce = await page.evaluate(() => {
    const engine = globalThis.__FAIRLEAD_NAVIGATION__
    void engine?.renew(() => new Promise(() => {}))
    return engine?.queue.contents().paused
  })
  expect(isPausedAtOnce).toBe(true)
  await page.locator('main a[href="/item/3"]').hover()
  await expect.poll(() => calls, { timeout: 10_000 }).toEqual(['prefetch'])
})
