import { describe, expect, inject, it } from 'vitest'
import { open } from '#tests/harness/page.ts'
import { OTHER_PREFIX } from '#tests/site/languages.ts'

describe('a redirect', () => {
  it.each([307, 308])('%i by a loader is a response of the server', async (status) => {
    const response = await fetch(`${inject('origin')}${OTHER_PREFIX}/lab/redirects/${status}`, { redirect: 'manual' })
    expect(response.status).toBe(status)
    expect(response.headers.get('location')).toBe(`${OTHER_PREFIX}/lab`)
  })

  it('is followed without a document, by a link and by a server function', async () => {
    const page = await open('/lab/redirects')
    await page.getByRole('link', { name: '307' }).click()
    await page.waitForURL('**/lab')
    await page.goBack()
    await page.getByRole('button', { name: /303/ }).click()
    await page.waitForURL('**/lab')
  })
})
