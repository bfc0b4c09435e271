import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Marks this document and the page's heading: both marks stay as long as neither is created again. */
export async function markPage(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.documentElement.setAttribute('data-kept', '')
    document.querySelector('main h1')?.setAttribute('data-kept', '')
  })
}

/** The page underneath is the one that was marked, and so is the document. */
export async function expectKept(page: Page): Promise<void> {
  expect(await page.locator('html[data-kept]').count()).toBe(1)
  expect(await page.locator('main h1[data-kept]').count()).toBe(1)
}

/** Follows a link of the page underneath, by script: a click of the mouse would scroll to it first. */
export async function follow(page: Page, href: string): Promise<void> {
  await page.evaluate((address) => {
    const link = document.querySelector<HTMLAnchorElement>(`main a[href="${address}"]`)
    link?.focus({ preventScroll: true })
    link?.click()
  }, href)
}

/** Follows a link inside the dialog. */
export async function followInside(page: Page, href: string): Promise<void> {
  await page.locator(`dialog[open] a[href="${href}"]`).click()
}

/** Waits for a target over the page: the address, the dialog and its heading are there. */
export async function expectOpen(page: Page, path: string, heading: RegExp): Promise<void> {
  await page.waitForURL((url) => url.pathname + url.search === path)
  await page.locator('dialog[open] h1').filter({ hasText: heading }).waitFor()
  await expect.poll(() => page.locator('dialog').count()).toBe(1)
  expect(await page.locator('main').count()).toBe(1)
}

/** Follows a link of the page underneath, and waits for its target over the page. */
export async function openOver(page: Page, path: string, heading: RegExp): Promise<void> {
  await follow(page, path)
  await expectOpen(page, path, heading)
}

/** Waits for a page with nothing over it. */
export async function expectPage(page: Page, path: string, heading?: RegExp): Promise<void> {
  await page.waitForURL((url) => url.pathname + url.search === path)
  await page.locator('dialog').waitFor({ state: 'detached' })
  if (heading) await page.locator('main h1').filter({ hasText: heading }).waitFor()
  expect(await page.locator('main').count()).toBe(1)
}

/** Returns the stamp that the loader of the page underneath has read. */
export function pageStamp(page: Page): Promise<string> {
  return page.getByTestId('page-stamp').innerText()
}

export const scrollTop = (page: Page): Promise<number> => page.evaluate(() => Math.round(scrollY))

/** The `href` of the element that has the focus. */
export const focusedHref = (page: Page): Promise<string | null> =>
  page.evaluate(() => document.activeElement?.getAttribute('href') ?? null)

/** The ways to close it that the visitor has. */
export const waysToClose: Record<string, (page: Page) => Promise<unknown>> = {
  Escape: (page) => page.keyboard.press('Escape'),
  'the button': (page) => page.locator('dialog[open] > div > button').first().click(),
  'a button of its own': (page) =>
    page
      .getByRole('dialog')
      .getByRole('button', { name: /^(Done|Fertig)$/ })
      .click(),
  'the backdrop': (page) => page.mouse.click(6, 400),
  back: (page) => page.goBack(),
}
