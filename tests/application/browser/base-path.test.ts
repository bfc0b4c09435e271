import { readFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { expectFault, hydrated, newPage, visit } from '#tests/harness/page.ts'
import { ask } from '#tests/harness/request.ts'
import { withServer } from '#tests/harness/with-server.ts'
import { buildApplicationBelowPath } from '#tests/application/build.ts'
import { messageIn } from '#tests/application/message-in.ts'
import { exportPages } from '#tests/application/browser/exported.ts'
import { expectOpen, expectPage, openOver } from '#tests/application/browser/opened.ts'
import { goTo, navigate, watchDocuments } from '#tests/application/browser/watch.ts'

const server = withServer(async () => ({ cwd: await buildApplicationBelowPath() }))

/** What was asked of the other application, which has the rest of the host. */
const outside: string[] = []

const proxy = createServer((asked, answer) => {
  const { url = '/', method, headers } = asked
  if (!/^\/app(?=[/?]|$)/.test(url)) {
    outside.push(url)
    // Both have a cookie of this name.
    answer.writeHead(200, { 'set-cookie': 'session=theirs; Path=/' }).end('another application')
    return
  }
  const passed = request(new URL(url, server.origin), { method, headers }, (response) => {
    answer.writeHead(response.statusCode ?? 502, response.headers)
    response.pipe(answer)
  })
  passed.on('error', () => answer.destroy())
  asked.pipe(passed)
})
let origin: string
beforeAll(async () => {
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
})
afterAll(() => void proxy.close())
afterEach(() => {
  const asked = outside.splice(0)
  if (asked.length > 0) throw new Error(`asked of the other application: ${asked.join(', ')}`)
})

async function open(path: string, options: BrowserContextOptions = {}): Promise<{ page: Page; documents: string[] }> {
  const page = await newPage({ baseURL: origin, ...options })
  await page.goto(path)
  if (options.javaScriptEnabled !== false) await hydrated(page)
  return { page, documents: watchDocuments(page) }
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
const pathOf = (page: Page) => page.evaluate(() => location.pathname + location.search)
const get = (path: string) => fetch(origin + path, { redirect: 'manual', headers: { accept: 'text/html' } })

describe('a site below a path', () => {
  it.each([
    ['/app', 308, '/app/'],
    ['/app?a=1?b', 308, '/app/?a=1?b'],
    ['/app/start/', 308, '/app/start'],
    ['/app/en/start', 308, '/app/start'],
    ['/app/old/a?b=1', 308, '/app/echo/a?b=1'],
    ['/app/redirects/307', 307, '/app/start'],
    ['/app/account', 307, '/app/sign-in?next=%2Faccount'],
  ])('redirects %s with %i to %s', async (path, status, location) => {
    const response = await get(path)
    expect([response.status, response.headers.get('location')]).toEqual([status, location])
  })

  it('responds to nothing else but health checks', async () => {
    const statuses = ['/start', '/application', '/appstart', '/favicon.svg', '/healthz', '/app/healthz'].map(
      async (path) => (await fetch(server.origin + path)).status,
    )
    expect(await Promise.all(statuses)).toEqual([404, 404, 404, 404, 200, 200])
  })

  it('responds to a request whose target is an absolute URL, as a proxy may send it', async () => {
    const statuses = ['/app/start', '/start', '/healthz', '/app?a=1'].map(
      async (path) => (await ask(`http://harbour.example${path}`, { origin: server.origin })).status,
    )
    expect(await Promise.all(statuses)).toEqual([200, 404, 200, 308])
  })

  it('names its addresses in documents, the sitemap and the manifest', async () => {
    const html = await (await get('/app/de/start')).text()
    const local = [...html.matchAll(/(?:href|src|action)="(\/[^"]*)"/g)].map(([, url = '']) => url)
    expect(local.length).toBeGreaterThan(10)
    expect(local.filter((url) => !url.startsWith('/app/'))).toEqual([])
    expect(html).toMatch(/rel="canonical" href="http:\/\/localhost:\d+\/app\/de\/start"/)
    expect(await (await get('/app/sitemap.xml')).text()).toMatch(/<loc>http:\/\/localhost:\d+\/app\/de\/start<\/loc>/)
    expect(await (await get('/app/manifest.webmanifest')).text()).toContain('"start_url":"/app/"')
    expect(await (await get('/app/robots.txt')).text()).toMatch(/Disallow: \/app\/_serverFn\/[\s\S]*\/app\/sitemap.xml/)
    expect((await get('/app/start')).headers.get('reporting-endpoints')).toContain('"/app/monitoring/csp"')
  })

  it('stays below its path on clicks, back and reloads, in every language and behind rewrites', async () => {
    const { page, documents } = await open('/app/')
    await goTo(page, '/de/links')
    await page.waitForURL('**/app/de/links')
    await page.locator('a[href="/app/de/item/3"]').click()
    await page.getByTestId('stamp').waitFor()
    expect(await pathOf(page)).toBe('/app/de/item/3')
    await goTo(page, '/shown/x?a=1')
    await page.waitForURL('**/app/shown/x?a=1')
    await goTo(page, '/old/y')
    await page.waitForURL('**/app/echo/y')
    await page.goBack()
    await page.goBack()
    await page.getByTestId('stamp').waitFor()
    expect(documents).toEqual([])
    await page.reload()
    await page.getByTestId('stamp').waitFor()
    await page.evaluate(() => window.__TSR_ROUTER__?.navigate({ href: '/de/start', reloadDocument: true }))
    await page.waitForURL('**/app/de/start')
    await hydrated(page)
    // Only the server can respond to a file.
    await goTo(page, '/robots.txt')
    await page.waitForURL('**/app/robots.txt')
    expect(documents).toEqual(['/app/de/item/3', '/app/de/start', '/app/robots.txt'])
  })

  it('has links below the path in parts per visitor', async () => {
    const { page } = await open('/app/de/greeted/one')
    await page
      .locator('a[href="/app/de/start"]', { hasText: messageIn('de', 'shell', 'skip') })
      .first()
      .waitFor()
  })

  it('loads the document of a page whose data fails, and links home from its error page', async () => {
    const { page, documents } = await open('/app/start')
    expectFault(page, /500|ServerError|failed/)
    await navigate(page, '/errors/server-function-error')
    await page.getByTestId('digest').waitFor()
    await expect.poll(() => documents).toEqual(['/app/errors/server-function-error'])
    await hydrated(page)
    await page.getByRole('link', { name: 'Home', exact: true }).click()
    await page.waitForURL('**/app/')
  })

  it('opens a page over another one, at its address', async () => {
    const { page } = await open('/app/gallery')
    await openOver(page, '/app/photo/3', /3/)
    const links = await page
      .locator('dialog[open] a')
      .evaluateAll((found) => found.map((link) => link.getAttribute('href')))
    expect(links).toEqual(['/app/photo/4', '/app/gallery', '/app/feed', '/app/start'])
    await page.locator('dialog[open] a[href="/app/photo/4"]').click()
    await expectOpen(page, '/app/photo/4', /4/)
    await page.goBack()
    await expectOpen(page, '/app/photo/3', /3/)
    await page.keyboard.press('Escape')
    await expectPage(page, '/app/gallery')
  })

  it.each([true, false])('sends forms, with JavaScript: %s', async (javaScriptEnabled) => {
    const { page } = await open('/app/crew', { javaScriptEnabled })
    if (javaScriptEnabled) expectFault(page, /422/)
    await page.getByRole('button', { name: 'Enlist', exact: true }).click()
    await page.getByText('Enter a name.').waitFor()
    await page.getByLabel('Name').fill('Grace')
    await page.getByRole('checkbox', { name: 'first' }).check()
    await page.getByRole('button', { name: 'Enlist', exact: true }).click()
    await expect.poll(() => page.locator('output').textContent()).toBe('enlist Grace: first')
    expect(await pathOf(page)).toBe('/app/crew')
    await page.goto('/app/redirects')
    if (javaScriptEnabled) await hydrated(page)
    await page.getByRole('button', { name: /303/ }).click()
    await page.waitForURL(/\/app\/(?!redirects)/)
  })

  it('signs in by cookies of its own path, beside an application with the same cookie', async () => {
    const { page } = await open('/app/members')
    await page.goto('/')
    outside.length = 0
    await visit(page, '/app/members')
    await page.getByRole('link', { name: 'Orders', exact: true }).click()
    await heading(page, 'Sign in')
    expect(await pathOf(page)).toBe('/app/sign-in?next=%2Faccount%2Forders')
    await page.getByRole('button', { name: 'Sign in as anna', exact: true }).click()
    await heading(page, 'Orders')
    await page.reload()
    await heading(page, 'Orders')
    const cookies = await page.context().cookies()
    const paths = cookies.filter(({ value }) => value !== 'theirs').map(({ name, path }) => `${name} ${path}`)
    expect(paths.filter((cookie) => !cookie.endsWith(' /app'))).toEqual([])
    expect(paths).toContain('session /app')
  })

  it('is exported for a static host with its path in every URL', async () => {
    const { folder } = await exportPages(await buildApplicationBelowPath())
    expect(readFileSync(join(folder, 'de/kept/listed.html'), 'utf8')).toContain('href="/app/')
    expect(readFileSync(join(folder, 'sitemap.xml'), 'utf8')).toContain('/app/kept/listed</loc>')
  })

  it('sends reports through its own tunnel', async () => {
    const { page } = await open('/app/errors')
    expectFault(page, /thrown in an event/)
    const report = page.waitForRequest((asked) => asked.method() === 'POST' && asked.url().includes('/monitoring'))
    await page.getByRole('button', { name: 'Throw in an event' }).click()
    expect(new URL((await report).url()).pathname).toMatch(/^\/app\/monitoring/)
    expect((await (await report).response())?.status()).toBe(200)
  })
})
