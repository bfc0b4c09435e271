import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { hydrated, open } from '#tests/harness/page.ts'
import { goTo, hold } from '#tests/application/browser/watch.ts'

/** Reads the links for search engines, and the preview for other sites. */
function readHead(page: Page) {
  return page.evaluate(() => ({
    preview: [...document.querySelectorAll('[property^="og:"]')].map((tag) => tag.getAttribute('property')),
    canonical: Array.from(
      document.querySelectorAll<HTMLLinkElement>('[rel=canonical]'),
      ({ href }) => new URL(href).pathname,
    ),
    alternates: document.querySelectorAll('link[rel=alternate]').length,
  }))
}

it('a navigation replaces canonical and alternate URLs, and takes away the preview of the document', async () => {
  const page = await open('/preview')
  const heads = () => readHead(page)
  const { preview, ...links } = await heads()
  expect([preview.length, new Set(preview).size]).toEqual([13, 11])
  expect(links).toEqual({ canonical: ['/preview'], alternates: 5 })
  await page.getByRole('link', { name: 'Item 5' }).click()
  await page.waitForURL('**/item/5')
  await expect.poll(heads).toEqual({ preview: [], canonical: ['/item/5'], alternates: 5 })
  await page.goBack()
  await expect.poll(heads).toEqual({ preview: [], canonical: ['/preview'], alternates: 5 })
  await page.reload()
  await expect.poll(async () => (await heads()).preview.length).toBe(13)
})

it('a step back that ends before the engine has loaded changes them too, and the focus', async () => {
  const page = await open('/item/5')
  await goTo(page, '/preview')
  const release = await hold(page, '**/_build/engine-*.js')
  await page.reload()
  await hydrated(page)
  expect(await readHead(page)).toMatchObject({ canonical: ['/preview'], alternates: 5 })
  await page.goBack()
  await page.getByRole('heading', { name: 'Item 5', exact: true }).waitFor()
  release()
  await expect.poll(() => readHead(page)).toEqual({ preview: [], canonical: ['/item/5'], alternates: 5 })
  await page.locator('h1:focus').waitFor()
  expect(await page.locator('#route-announcer').textContent()).toBe(await page.title())
})
