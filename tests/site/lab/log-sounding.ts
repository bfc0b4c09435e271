import type { Locator, Page } from 'playwright-core'

/** The page with the forms. */
export const FORMS = '/lab/forms'

/** Fills in and sends the form that logs a depth. */
export async function logSounding(page: Page, place: string, depth: string): Promise<void> {
  await page.getByLabel('Place').fill(place)
  await page.getByLabel('Depth in metres').fill(depth)
  await page.getByRole('button', { name: 'Log it', exact: true }).click()
}

/** A sounding in the list, once the server has logged it. */
export const logged = (page: Page, text: string): Locator =>
  page.locator('[data-testid=soundings] li:not([data-pending])', { hasText: text }).first()

/** Chooses a file of so many bytes, and sends it. */
export async function sendFile(page: Page, bytes: number, name = 'a.bin'): Promise<void> {
  await page.getByLabel('File, up to 5 MB').setInputFiles({ name, mimeType: 'x/y', buffer: Buffer.alloc(bytes) })
  await page.getByRole('button', { name: 'Send the file' }).click()
}
