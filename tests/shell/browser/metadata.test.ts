import { expect, it } from 'vitest'
import { open } from '#tests/harness/page.ts'

it('a navigation replaces canonical and alternate URLs, and takes away the preview of the document', async () => {
  const page = await open('/preview')
  const heads = () =>
    page.evaluate(() => ({
      preview: [...document.querySelectorAll('[property^="og:"]')].map((tag) => tag.getAttribute('property')),
      canonical: Array.from(
        document.querySelectorAll<HTMLLinkElement>('[rel=canonical]'),
        ({ href }) => new URL(href).pathname,
      ),
      alternates: document.querySelectorAll('link[rel=alternate]').length,
    }))
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
