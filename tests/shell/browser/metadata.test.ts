import { expect, it } from 'vitest'
import { open } from '#tests/harness/page.ts'

it('the preview is that of the document: a page that is navigated to has none', async () => {
  const page = await open('/preview')
  const heads = () =>
    page.evaluate(() => ({
      preview: [...document.querySelectorAll('[property^="og:"]')].map((tag) => tag.getAttribute('property')),
      canonical: new URL(document.querySelector<HTMLLinkElement>('[rel=canonical]')?.href ?? '').pathname,
    }))
  const { preview, canonical } = await heads()
  expect([canonical, preview.length, new Set(preview).size]).toEqual(['/preview', 13, 11])
  await page.getByRole('link', { name: 'Item 5' }).click()
  await page.waitForURL('**/item/5')
  await expect.poll(heads).toEqual({ preview: [], canonical: '/item/5' })
  await page.goBack()
  await expect.poll(heads).toEqual({ preview: [], canonical: '/preview' })
  await page.reload()
  await expect.poll(async () => (await heads()).preview.length).toBe(13)
})
