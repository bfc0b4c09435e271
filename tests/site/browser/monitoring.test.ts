import { chromium, type Browser, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchOptions } from '#tests/harness/chromium.ts'
import { hydrated } from '#tests/harness/page.ts'
import { TOKEN } from '#tests/site/http/desk.ts'
import { errorEnvelope } from '#tests/shell/error-reports/envelopes.ts'
import { accept, answerWith, startUpstream, type Upstream } from '#tests/shell/error-reports/upstream.ts'
import { startServer, type Server } from '#tests/harness/start-server.ts'

let browser: Browser
let upstream: Upstream
let server: Server

beforeAll(async () => {
  upstream = await startUpstream()
  server = await startServer({
    env: { SENTRY_DSN: upstream.dsn, SENTRY_TRACES_SAMPLE_RATE: '1', OPERATOR_TOKEN: TOKEN },
  })
  browser = await chromium.launch(launchOptions())
})
afterAll(async () => {
  await browser.close()
  await server.stop()
  await upstream.close()
})

async function until(text: string): Promise<string> {
  const end = Date.now() + 15_000
  const found = () => upstream.received.find(({ body }) => body.includes(text))?.body
  while (found() === undefined && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 50))
  return found() ?? `nothing with ${text}`
}

function throwLater(page: Page, message: string): Promise<unknown> {
  return page.evaluate((text) => setTimeout(() => void Promise.reject(new Error(text)), 0), message)
}

it('an error reaches the ingest through the tunnel, with route and tab and no data of the visitor', async () => {
  const page = await browser.newPage()
  // As soon as the client's own script runs, which is long before the SDK is there.
  await page.addInitScript(() => {
    const timer = setInterval(() => {
      if (!('__TSR_ROUTER__' in window)) return
      clearInterval(timer)
      void Promise.reject(new Error('early bird'))
    }, 0)
  })
  const response = await page.goto(`${server.origin}/lab/links`)
  const early = await until('early bird')
  expect(early).toContain('"release":"fairlead@')
  // The server's report of this request has the same trace.
  const [, trace] =
    /^sentry-trace;desc="([\da-f]{32})-[\da-f]{16}"$/.exec(response?.headers()['server-timing'] ?? '') ?? []
  expect(early).toContain(`"trace_id":"${trace}"`)
  await throwLater(page, 'late riser')
  const event = await until('late riser')
  expect(event).toContain('"route":"/{-$locale}/lab/links"')
  expect(event).toMatch(/"tab":"[\da-f-]{36}"/)
  expect(event).not.toMatch(/ip_address|infer_ip":"auto"|"user":\{"/)
  await page.close()
})

it('a navigation is named by its route', async () => {
  const page = await browser.newPage()
  await page.goto(`${server.origin}/lab`)
  await page.click('main a[href="/lab/links"]')
  await page.locator('main a[href^="/lab/item/"]').first().click()
  expect(await until('"/{-$locale}/lab/item/$id"')).toContain('"type":"span"')
  await page.close()
})

it('an unsent report is sent later, also by the next page', async () => {
  const page = await browser.newPage()
  await page.addInitScript(() => {
    const fetch = window.fetch.bind(window)
    window.fetch = async (input, options) =>
      sessionStorage.getItem('away') === null ? fetch(input, options) : new Response('{}', { status: 503 })
  })
  await page.goto(`${server.origin}/lab`)
  await until('"type":"session"')
  await page.evaluate(() => sessionStorage.setItem('away', 'yes'))
  await page.waitForTimeout(3_000)
  await throwLater(page, 'while away')
  await page.waitForTimeout(500)
  expect(upstream.received.some(({ body }) => body.includes('while away'))).toBe(false)
  await page.evaluate(() => sessionStorage.removeItem('away'))
  await page.goto(`${server.origin}/lab/links`)
  expect(await until('while away')).toContain('"type":"event"')
  await page.close()
})

it('with SENTRY_TRANSPORT=direct it goes straight to the ingest', async () => {
  const ingest = await startUpstream(answerWith(200, { 'access-control-allow-origin': '*' }))
  const direct = await startServer({ env: { SENTRY_DSN: ingest.dsn, SENTRY_TRANSPORT: 'direct' } })
  const page = await browser.newPage()
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto(`${direct.origin}/`)
  await throwLater(page, 'straight there')
  await expect
    .poll(() => ingest.received.some(({ body }) => body.includes('straight there')), { timeout: 10_000 })
    .toBe(true)
  const [first] = ingest.received
  expect(first?.url).toMatch(/^\/api\/7\/envelope\/\?.*sentry_key=key/)
  expect(first?.headers).not.toHaveProperty('cookie')
  expect(asked.filter((url) => url.startsWith(`${direct.origin}/monitoring`))).toEqual([])
  await page.close()
  await direct.stop()
  await ingest.close()
})

it('an error that React catches is reported, and logged as without the SDK', async () => {
  const page = await browser.newPage()
  const logged: string[] = []
  page.on('console', (message) => logged.push(message.text()))
  page.on('pageerror', ({ message }) => logged.push(message))
  await page.goto(`${server.origin}/lab/links`)
  // React finds other text than it rendered, and renders the page anew.
  await page.route('**/lab', async (route) => {
    const response = await route.fetch()
    const html = await response.text()
    await route.fulfill({ response, body: html.replace(/(<h1[^>]*>)[^<]+/, '$1other words') })
  })
  await page.goto(`${server.origin}/lab`)
  expect(await until('"where":"recoverable"')).toContain('"type":"auto.page.recoverable"')
  expect(logged.some((line) => /Minified React error #(418|425)/.test(line))).toBe(true)
  await page.close()
})

it('a refused report is sent again or discarded by the operator', async () => {
  upstream.behave((response, received, count) =>
    (received.body.includes('refused ') ? answerWith(400, {}, '{"detail":"bad event"}') : accept)(
      response,
      received,
      count,
    ),
  )
  for (const value of ['refused once', 'refused for good']) {
    const body = errorEnvelope(undefined, upstream.dsn, { exception: { values: [{ type: 'Error', value }] } })
    expect((await fetch(`${server.origin}/monitoring`, { method: 'POST', body })).status).toBe(200)
  }
  const page = await (await browser.newContext({ baseURL: server.origin })).newPage()
  page.setDefaultTimeout(10_000)
  await page.goto('/reports/delivery')
  await page.locator('main input[name=token]').fill(TOKEN)
  await page.locator('main form button').click()
  const aside = page.locator('[data-figure=failed]')
  await expect.poll(() => page.reload().then(() => aside.innerText()), { timeout: 20_000 }).toBe('2')
  await hydrated(page)

  upstream.behave(accept)
  const before = upstream.received.length
  const line = (text: string) => page.locator('tbody tr', { hasText: text })
  await line('refused once').getByRole('button', { name: 'Retry' }).click()
  await line('refused once').waitFor({ state: 'detached' })
  await expect
    .poll(() => upstream.received.slice(before).filter(({ body }) => body.includes('refused once')).length)
    .toBe(1)
  await expect.poll(() => page.locator('[data-figure=waiting]').innerText(), { timeout: 10_000 }).toBe('0')
  expect(await aside.innerText()).toBe('1')

  page.once('dialog', (asked) => void asked.accept())
  await line('refused for good').getByRole('button', { name: 'Discard' }).click()
  await page.getByText('The ingest has not rejected any reports.').waitFor()
  await page.goto('/reports?q=refused')
  // Local reports stay, with their delivery state.
  expect(await page.locator('[data-problem]').count()).toBe(2)
  await page.locator('[data-problem] a', { hasText: 'refused once' }).click()
  await page.locator('[data-fact=delivery]', { hasText: 'Delivered' }).waitFor()
  expect(upstream.received.some(({ body }) => body.includes('refused for good'))).toBe(true)
  await page.context().close()
})
