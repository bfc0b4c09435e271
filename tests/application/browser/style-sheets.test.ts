import { expect, it } from 'vitest'
import { newPage } from '#tests/harness/page.ts'
import { navigate } from '#tests/application/browser/watch.ts'

const stylesOf = (element: Element) => {
  const { backgroundColor, fontFamily, display } = getComputedStyle(element)
  return { backgroundColor, fontFamily, display }
}

it('a first page fetches none of its style sheets, and keeps their look after a navigation', async () => {
  const page = await newPage()
  const fetched: string[] = []
  page.on('request', (request) => void (request.resourceType() === 'stylesheet' && fetched.push(request.url())))
  const response = await page.goto('/links')
  const named = [...((await response?.text()) ?? '').matchAll(/<link rel="stylesheet" href="([^"]+)" disabled=""/g)]
  const files = named.map(([, path]) => new URL(path ?? '', page.url()).href)
  expect(files.length).toBeGreaterThan(0)
  const before = await page.locator('body').evaluate(stylesOf)

  await page.getByRole('link', { name: 'Item 3', exact: true }).click()
  await page.getByRole('heading', { name: 'Item 3', exact: true }).waitFor()
  expect(await page.locator('body').evaluate(stylesOf)).toEqual(before)
  expect(fetched.filter((url) => files.includes(url))).toEqual([])
})

it('a navigation fetches the style sheets that only its page has', async () => {
  const page = await newPage()
  const own = (await (await page.request.get('/links')).text()).matchAll(/<link rel="stylesheet" href="([^"]+)"/g)
  const first = await page.goto('/item/3')
  const known = (await first?.text()) ?? ''
  const added = [...own].map(([, path]) => path ?? '').filter((path) => !known.includes(path))
  expect(added.length).toBeGreaterThan(0)
  const fetched: string[] = []
  page.on('requestfinished', (request) => void fetched.push(new URL(request.url()).pathname))
  await navigate(page, '/links')
  await page.waitForURL('/links')
  await expect.poll(() => added.every((path) => fetched.includes(path))).toBe(true)
})
