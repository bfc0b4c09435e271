import { expect, it } from 'vitest'
import { newPage } from '#tests/harness/page.ts'
import { navigate } from '#tests/shell/browser/watch.ts'

/** Slows the processor, so that a page hydrates in many tasks. */
const SLOWDOWN = 6

it('a navigation that begins while a page hydrates leaves its markup as it is until then', async () => {
  const page = await newPage()
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  await page.goto('/links')
  // React knows elements before their part of the page is hydrated as a whole.
  await page.waitForFunction(() => Object.keys(document.querySelector('h1') ?? {}).length > 0)
  await navigate(page, '/item/3')
  await page.getByRole('heading', { name: 'Item 3', exact: true }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/item/3')
})
