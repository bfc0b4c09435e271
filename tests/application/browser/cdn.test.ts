import { expect, it } from 'vitest'
import { documentOf } from '#tests/harness/html.ts'
import { hydrated, newPage, nextPost, open, visit } from '#tests/harness/page.ts'
import { withServer } from '#tests/harness/with-server.ts'
import { buildApplicationWithCdnAndRedirects } from '#tests/application/build.ts'
import { navigate, watchThemes } from '#tests/application/browser/watch.ts'

const server = withServer(async () => ({ cwd: await buildApplicationWithCdnAndRedirects() }))

it('a page from a CDN has the theme of its visitor from the first paint, and the menu names it', async () => {
  const page = await newPage({ baseURL: server.origin, colorScheme: 'light' })
  await page.context().addCookies([{ name: 'theme', value: 'dark', url: server.origin }])
  const themes = await watchThemes(page)
  const response = await page.goto('/kept/theme')
  expect(response?.headers()['cache-control']).toContain('s-maxage')
  expect(documentOf((await response?.text()) ?? '')).not.toHaveProperty('data-theme')
  await hydrated(page)
  expect(await themes()).toEqual(['dark'])
  await page.getByRole('button', { name: 'Colours' }).click()
  expect(await page.getByRole('radio', { name: 'Dark' }).isChecked()).toBe(true)
  await page.getByRole('radio', { name: 'System' }).check()
  await page.waitForFunction(() => document.documentElement.dataset.theme === undefined)
})

it('a page from a CDN is requested each time, and a visitor gets their own writes', async () => {
  const page = await open('/kept/own', { baseURL: server.origin })
  const stamp = await page.getByTestId('stamp').innerText()
  const call = nextPost(page)
  await page.getByRole('button', { name: 'Renew own' }).click()
  await (await call).finished()
  await page.goto('/guide')
  await page.goto('/kept/own')
  expect(await page.getByTestId('stamp').innerText()).not.toBe(stamp)
})

it('the sources of the site allow WebAssembly, data in URLs and workers, and the nonce an inline script', async () => {
  const page = await open('/engine', { baseURL: server.origin })
  await expect.poll(() => page.getByTestId('facts').innerText()).toBe('{"sum":5,"data":"tide","worker":[23,200]}')
  expect(await page.evaluate(() => 'inlineRan' in window)).toBe(true)
  await visit(page, '/start')
  await navigate(page, '/engine')
  await expect.poll(() => page.getByTestId('facts').innerText()).toContain('"sum":5')
})

it('a part per visitor is not in the page of a CDN, and the browser fetches it', async () => {
  const page = await newPage({ baseURL: server.origin })
  await page.context().addCookies([{ name: 'visitor', value: 'Ada', url: server.origin }])
  const response = await page.goto('/greeted/cdn')
  expect(response?.headers()['cache-control']).toContain('s-maxage')
  expect(response?.headers().etag).toBeDefined()
  expect(await response?.text()).not.toContain('Ada')
  await page.getByTestId('greeting-bow').getByText('Ahoy Ada').waitFor()
})
