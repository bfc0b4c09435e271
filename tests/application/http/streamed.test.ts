import { describe, expect, inject, it } from 'vitest'
import { ask } from '#tests/harness/request.ts'
import { startForTest } from '#tests/harness/with-server.ts'

const origin = inject('origin')

/** Longer than the server waits before it streams. */
const SLOW = 'delay=1500'

/** A browser's name: robots get complete pages. */
const BROWSER = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36' }

/** Reads a page: what had come when the skeleton had, and the whole. */
async function read(query: string, headers: Record<string, string> = BROWSER) {
  const response = await fetch(`${origin}/streamed?${query}`, { headers, redirect: 'manual' })
  let [html, first] = ['', '']
  const body = response.body?.pipeThrough(new TextDecoderStream())
  for await (const part of body ?? []) {
    html += part
    if (first === '' && html.includes('Waiting for the forecast')) first = html
  }
  return { status: response.status, headers: response.headers, first, html }
}

describe('a page that streams its data', () => {
  it('ends nothing but its own response when nobody reads it, as after HEAD', async () => {
    const path = '/errors/query-error'
    await ask(path, { method: 'HEAD', headers: { ...BROWSER, connection: 'close' } })
    // By its end the query of the first has settled too.
    expect(await (await fetch(origin + path, { headers: BROWSER })).text()).toContain('Waiting for deferred data')
    expect((await ask('/healthz')).status).toBe(200)
  })

  it('is no failure when nobody reads it, as after HEAD', async () => {
    const server = await startForTest()
    await ask(`/streamed?${SLOW}`, { origin: server.origin, method: 'HEAD', headers: BROWSER })
    await ask('/errors/loader-error', { origin: server.origin, headers: BROWSER })
    const failures = () => server.log.filter((line) => line.includes('"level":"error"'))
    await expect.poll(failures).toEqual([expect.stringContaining('/errors/loader-error')])
  })

  it('is sent with its frame and its pending component before the data, and with its nonce in every script', async () => {
    const { status, headers, first, html } = await read(SLOW)
    expect(status).toBe(200)
    expect(first).toContain('<title>Forecast')
    expect(first).toMatch(/<main[^>]*>/)
    expect(first).not.toContain('Calm seas')
    expect(html).toContain('Calm seas')
    const nonce = /'nonce-([^']+)'/.exec(headers.get('content-security-policy') ?? '')?.[1]
    const scripts = html.match(/<script\b[^>]*>/g) ?? []
    expect(scripts.length).toBeGreaterThan(1)
    expect(scripts.filter((script) => !script.includes(`nonce="${nonce}"`))).toEqual([])
  })

  it('has no pending component when the data is quick', async () => {
    const { status, first, html } = await read('delay=0')
    expect([status, first]).toEqual([200, ''])
    expect(html).toContain('<h1>Calm seas</h1>')
  })

  it.each([
    ['error', 500],
    ['not-found', 404],
    ['redirect', 307],
    ['409', 409],
  ])('has the status of quick data that is %s: %i', async (fail, status) => {
    const page = await read(`fail=${fail}`)
    expect([page.status, page.first]).toEqual([status, ''])
    expect(page.headers.has('x-digest')).toBe(fail === 'error')
  })

  it('keeps its status when the data fails later, and has the digest and nothing else', async () => {
    const { status, headers, html } = await read(`${SLOW}&fail=error`)
    expect([status, headers.has('x-digest')]).toEqual([200, false])
    expect(html).toMatch(/\$RX\("B:\d+","[0-9A-Z]{10}"/)
    expect(html).not.toContain('Calm seas')
  })

  it('is complete, with the status of its data, for a robot', async () => {
    const robot = { 'user-agent': 'Googlebot/2.1' }
    const [page, missing] = await Promise.all([read(SLOW, robot), read(`${SLOW}&fail=not-found`, robot)])
    expect(page).toMatchObject({ status: 200, html: expect.stringContaining('Calm seas') as string })
    expect(missing.status).toBe(404)
  })
})
