import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { cleanPage, expectFault, visit } from '#tests/harness/page.ts'
import { navigate } from '#tests/application/browser/watch.ts'

/** Returns the first heading of a page, or the path that the echo page has read. */
const shown = (page: Page) =>
  page.evaluate(
    () => (document.querySelector('[data-testid=echo]') ?? document.querySelector('main h1'))?.textContent ?? '',
  )

describe('a path that ends in a space', () => {
  it.each([
    ['/echo/a%20', '"a "'],
    ['/echo/%20', '" "'],
    ['/item/7%20', 'Item 7 '],
    ['/start%20', '404'],
    ['/%20', '404'],
  ])('%s is the same page on the server and in the browser', async (path, words) => {
    const page = await cleanPage()
    expectFault(page, /404/)
    await visit(page, path)
    expect(new URL(page.url()).pathname).toBe(path)
    expect(await shown(page)).toContain(words)
    await navigate(page, '/links')
    await page.getByRole('heading', { level: 1, name: 'Links' }).waitFor()
    await navigate(page, path)
    await expect.poll(() => shown(page)).toContain(words)
    expect(new URL(page.url()).pathname).toBe(path)
  })
})
