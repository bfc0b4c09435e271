import { expect, it } from 'vitest'
import { newPage, visit } from '#tests/harness/page.ts'
import { ASSETS } from '#tests/application/build.ts'
import { withLocalizedServer } from '#tests/application/localized-server.ts'
import { navigate } from '#tests/application/browser/watch.ts'

const { server } = withLocalizedServer('always')

it('scripts, styles and fonts come from the other origin, on rendered, cached and clicked pages', async () => {
  const page = await newPage({ baseURL: server.origin })
  const asked: string[] = []
  // A CDN that asks the site for what it does not have.
  await page.route(`${ASSETS}/**`, async (route) => {
    const { pathname } = new URL(route.request().url())
    asked.push(`${route.request().resourceType()} ${pathname}`)
    const response = await fetch(server.origin + pathname)
    const headers = Object.fromEntries(response.headers)
    delete headers['content-encoding']
    await route.fulfill({ status: response.status, headers, body: Buffer.from(await response.arrayBuffer()) })
  })
  const own: string[] = []
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url())
    // The dictionary for documents has to be of their origin.
    const isDictionary = pathname.startsWith('/_build/documents-')
    if (origin === server.origin && pathname.startsWith('/_build/') && !isDictionary) own.push(pathname)
  })
  for (const path of ['/en/start', '/en/kept/theme']) {
    await visit(page, path)
    const policy = (await page.request.get(path)).headers()['content-security-policy']
    for (const name of ['script-src', 'style-src', 'font-src'])
      expect(policy).toMatch(new RegExp(`${name} [^;]*${ASSETS}`))
  }
  expect(await page.evaluate(() => document.fonts.check('1rem "IBM Plex Sans"'))).toBe(true)
  await navigate(page, '/en/engine')
  await expect.poll(() => page.getByTestId('facts').count()).toBe(1)
  expect(asked.some((line) => line.startsWith('script '))).toBe(true)
  expect(asked.some((line) => line.startsWith('font '))).toBe(true)
  expect(own).toEqual([])
})
