import { expect, it } from 'vitest'
import { cleanPage, hydrated, visit } from '#tests/harness/page.ts'
import type { Page } from 'playwright-core'
import { isAlive } from '#tests/fairlead/rules/rules-page.ts'
import { watchDocuments } from '#tests/application/browser/watch.ts'

/** Serves the image of another origin, and counts the documents that the page loads. */
async function open(path: string): Promise<{ page: Page; documents: string[] }> {
  const page = await cleanPage()
  const pixel = Buffer.from('R0lGODlhAQABAIAAAP///wAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64')
  await page.route('https://charts.example/**', (route) => route.fulfill({ contentType: 'image/gif', body: pixel }))
  const documents = watchDocuments(page)
  await visit(page, path)
  return { page, documents }
}

const isImageShown = (page: Page) =>
  page.getByAltText('The harbour').evaluate((image: HTMLImageElement) => image.naturalWidth > 0)

it('a page may use the sources that its routes declare', async () => {
  const { page } = await open('/charts')
  await expect.poll(() => isImageShown(page)).toBe(true)
})

it('a link to a page that needs more than the policy of the document loads a document', async () => {
  const { page } = await open('/atlas')
  await page.evaluate(() => void (window.alive = true))
  await page.getByRole('link', { name: 'Charts', exact: true }).click()
  await page.getByRole('heading', { name: 'Charts' }).waitFor()
  await expect.poll(() => isImageShown(page)).toBe(true)
  expect(await isAlive(page)).toBe(false)
  // Earlier, the URL would change below a document that is not hydrated.
  await hydrated(page)
  await page.goBack()
  await page.getByRole('heading', { name: 'Atlas' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/atlas')
})

it('a link to a page that needs no more does not', async () => {
  const { page, documents } = await open('/charts')
  await page.getByRole('link', { name: 'Plain start' }).click()
  await page.waitForURL('**/start')
  await page.goBack()
  await page.getByRole('heading', { name: 'Charts' }).waitFor()
  expect(documents).toEqual(['/charts'])
})
