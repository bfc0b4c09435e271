import type { Page } from 'playwright-core'

/** The page with the forms. */
export const FORMS = '/lab/forms'

/** Fills in and sends the form that logs a depth. */
export async function logSounding(page: Page, place: string, depth: string): Promise<void> {
  await page.getByLabel('Place').fill(place)
  await page.getByLabel('Depth in metres').fill(depth)
  await page.getByRole('button', { name: 'Log it', exact: true }).click()
}
