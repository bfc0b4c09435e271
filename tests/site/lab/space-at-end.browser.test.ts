import type { Page } from 'playwright-core'
import { describe, expect, inject, it } from 'vitest'
import { expectFault, hydrated, newPage, visit } from '#tests/harness/page.ts'

/** Returns the first heading of a page, or the path that the echo page has read. */
const shown = (page: Page) =>
  page.evaluate(
    () => (document.querySelector('[data-testid=echo]') ?? document.querySelector('main h1'))?.textContent ?? '',
  )

describe('a path that ends in a space', () => {
  it.each([
    ['/lab/echo/a%20', '"a "'],
    ['/lab/echo/%20', '" "'],
    ['/lab/item/7%20', 'Item 7 '],
    ['/lab%20', '404'],
    ['/%20', '404'],
  ])('%s is the same page on the server and in the browser', async (path, words) => {
    const page = await newPage()
    expectFault(page, /404/)
    await page.goto(path)
    await hydrated(page)
    expect(new URL(page.url()).pathname).toBe(path)
    expect(await shown(page)).toContain(words)
    await visit(page, '/lab/links')
    await page.evaluate((href) => void window.__TSR_ROUTER__?.navigate({ href }), path)
    await expect.poll(() => shown(page)).toContain(words)
    expect(new URL(page.url()).pathname).toBe(path)
  })

  it("does not bypass the desk's sign-in", async () => {
    const response = await fetch(`${inject('origin')}/reports%20`, { headers: { accept: 'text/html' } })
    expect(response.status).toBe(401)
  })
})
