import type { Page } from 'playwright-core'
import { afterAll, expect, it } from 'vitest'
import { ignoreFault, newPage } from '#tests/harness/page.ts'
import { answerWith, startUpstream, type Upstream } from '#tests/fairlead/error-reports/upstream.ts'
import { hold } from '#tests/application/browser/watch.ts'
import { startForTest, withServer } from '#tests/harness/with-server.ts'

let upstream: Upstream
afterAll(() => upstream.close())
const server = withServer(async () => {
  upstream = await startUpstream()
  return { env: { SENTRY_DSN: upstream.dsn, SENTRY_TRACES_SAMPLE_RATE: '1' } }
})

/** Opens an empty page, whose faults are what the tests are about. */
async function openEmpty(): Promise<Page> {
  const page = await newPage({ baseURL: server.origin })
  ignoreFault(page, /./)
  return page
}

async function until(...texts: string[]): Promise<string> {
  const end = Date.now() + 30_000
  const found = () => upstream.received.find(({ body }) => texts.every((text) => body.includes(text)))?.body
  while (found() === undefined && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 50))
  return found() ?? `nothing with ${texts.join(' and ')}`
}

function throwLater(page: Page, message: string): Promise<unknown> {
  return page.evaluate((text) => setTimeout(() => void Promise.reject(new Error(text)), 0), message)
}

it('an error reaches the ingest through the tunnel, with route and tab and no data of the visitor', async () => {
  const page = await openEmpty()
  // As soon as the client's own script runs, which is long before the SDK is there.
  await page.addInitScript(() => {
    const timer = setInterval(() => {
      if (!('__TSR_ROUTER__' in window)) return
      clearInterval(timer)
      void Promise.reject(new Error('early bird'))
    }, 0)
  })
  const response = await page.goto('/links')
  const early = await until('early bird')
  expect(early).toContain('"release":"')
  // The server's report of this request has the same trace.
  const [, trace] =
    /^sentry-trace;desc="([\da-f]{32})-[\da-f]{16}"$/.exec(response?.headers()['server-timing'] ?? '') ?? []
  expect(early).toContain(`"trace_id":"${trace}"`)
  await throwLater(page, 'late riser')
  const event = await until('late riser')
  expect(event).toContain('"route":"/{-$locale}/links"')
  expect(event).toMatch(/"tab":"[\da-f-]{36}"/)
  expect(event).not.toMatch(/ip_address|infer_ip":"auto"|"user":\{"/)
})

it('a navigation is named by its route', async () => {
  const page = await openEmpty()
  await page.goto('/start')
  await page.click('main a[href="/links"]')
  await page.locator('main a[href^="/item/"]').first().click()
  expect(await until('"/{-$locale}/item/$id"')).toContain('"type":"span"')
})

it('a page load is named by its own route if somebody navigates before the SDK is there', async () => {
  const page = await openEmpty()
  const release = await hold(page, '**/sentry-client-*')
  await page.goto('/docs/new')
  await page.evaluate(() => window.__TSR_ROUTER__?.navigate({ href: '/links' }))
  await page.locator('main a[href^="/item/"]').first().waitFor()
  release()
  expect(await until('"pageload"', '"/{-$locale}/docs/new"')).toContain('"type":"span"')
})

it('an unsent report is stored until a later page sends it, also when others are sent meanwhile', async () => {
  const page = await openEmpty()
  await page.addInitScript(() => {
    const fetch = window.fetch.bind(window)
    window.fetch = async (input, options) => {
      const body = await new Response(options?.body).text()
      const mode = sessionStorage.getItem('mode')
      if (mode === 'away') return new Response('{}', { status: 503 })
      return mode === 'held' && body.includes('held back') ? new Promise(() => {}) : fetch(input, options)
    }
  })
  const mode = (name: string) => page.evaluate((value) => sessionStorage.setItem('mode', value), name)
  await page.goto('/start')
  await until('"type":"session"')
  await mode('away')
  await page.waitForTimeout(3_000)
  await throwLater(page, 'held back')
  await page.waitForTimeout(500)
  expect(upstream.received.some(({ body }) => body.includes('held back'))).toBe(false)
  await mode('held')
  await page.goto('/links')
  await page.waitForTimeout(3_000)
  for (const message of ['passes first', 'passes second']) {
    await throwLater(page, message)
    await until(message)
    await page.waitForTimeout(500)
  }
  await mode('none')
  await page.goto('/start')
  expect(await until('held back')).toContain('"type":"event"')
})

it('with SENTRY_TRANSPORT=direct a report goes straight to the ingest', async () => {
  const ingest = await startUpstream(answerWith(200, { 'access-control-allow-origin': '*' }))
  const direct = await startForTest({ env: { SENTRY_DSN: ingest.dsn, SENTRY_TRANSPORT: 'direct' } })
  const page = await openEmpty()
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto(`${direct.origin}/`)
  await throwLater(page, 'straight there')
  await expect.poll(() => ingest.received.some(({ body }) => body.includes('straight there'))).toBe(true)
  const [first] = ingest.received
  expect(first?.url).toMatch(/^\/api\/7\/envelope\/\?.*sentry_key=key/)
  expect(first?.headers).not.toHaveProperty('cookie')
  expect(asked.filter((url) => url.startsWith(`${direct.origin}/monitoring`))).toEqual([])
  await ingest.close()
})

it('with SENTRY_TUNNEL_PATH a report goes through that path', async () => {
  const own = await startForTest({ env: { SENTRY_DSN: upstream.dsn, SENTRY_TUNNEL_PATH: '/pier' } })
  const page = await openEmpty()
  const posted: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') posted.push(new URL(request.url()).pathname)
  })
  await page.goto(`${own.origin}/`)
  await throwLater(page, 'along the pier')
  expect(await until('along the pier')).toContain('along the pier')
  expect(new Set(posted)).toEqual(new Set(['/pier']))
})

it('an error that React catches is reported, and logged as without the SDK', async () => {
  const page = await openEmpty()
  const logged: string[] = []
  page.on('console', (message) => logged.push(message.text()))
  page.on('pageerror', ({ message }) => logged.push(message))
  await page.goto('/links')
  // React finds other text than it rendered, and renders the page again.
  await page.route('**/start', async (route) => {
    const response = await route.fetch()
    const html = await response.text()
    await route.fulfill({ response, body: html.replace(/(<h1[^>]*>)[^<]+/, '$1other words') })
  })
  await page.goto('/start')
  expect(await until('"where":"recoverable"')).toContain('"type":"auto.page.recoverable"')
  expect(logged.some((line) => /Minified React error #(418|425)/.test(line))).toBe(true)
})
