import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { newPage, open } from '#tests/harness/page.ts'
import { navigate } from '#tests/application/browser/watch.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1, name: 'Echo', exact: true }).waitFor()
const arrived = (page: Page) => decodeURIComponent(page.url().slice(new URL(page.url()).origin.length))

it.each([
  ['with JavaScript', true],
  ['without JavaScript', false],
])('a form %s is redirected to a path with letters beyond ASCII', async (_, javaScriptEnabled) => {
  const page = javaScriptEnabled ? await open('/redirects') : await newPage({ javaScriptEnabled })
  if (!javaScriptEnabled) await page.goto('/redirects')
  await page.getByRole('button', { name: 'letters' }).click()
  await heading(page)
  expect(arrived(page)).toBe('/ja/echo/ありがとう?n=あ')
})

it('a guard redirects to a path with letters, on a hard load and after a link', async () => {
  const page = await open('/redirects')
  await navigate(page, '/redirects/letters')
  await heading(page)
  expect(arrived(page)).toBe('/ja/echo/店')
  await page.goto('/redirects/letters')
  await heading(page)
  expect(arrived(page)).toBe('/ja/echo/店')
})
