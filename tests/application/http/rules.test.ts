import { readFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { parseSearch } from '#fairlead/navigation/search-params.ts'
import { describe, expect, it } from 'vitest'
import { ask } from '#tests/harness/request.ts'
import { tags } from '#tests/harness/html.ts'
import { root } from '#tests/harness/project-files.ts'
import { cases, endOf, nameOf, type Case } from '#tests/fairlead/rules/rules-cases.ts'
import { withRules } from '#tests/fairlead/rules/with-rules.ts'

const { server, upstream } = withRules()

function headersOf({ headers = {}, cookies = {} }: Case): Record<string, string> {
  const cookie = Object.entries(cookies).map(([name, value]) => `${name}=${value}`)
  return { ...headers, ...(cookie.length > 0 && { cookie: cookie.join('; ') }) }
}

/** Returns the output of the echo page, and the expected one for a path. */
function echoIn(text: string): unknown {
  const [, echo] = /data-testid="echo"[^>]*>(.*?)<\/pre>/s.exec(text) ?? []
  const { path, search } = JSON.parse((echo ?? 'null').replaceAll('&quot;', '"').replaceAll('&amp;', '&')) as {
    path?: string[]
    search: unknown
  }
  return { path, search }
}
function echoOf(url: string): unknown {
  const [pathname = '', query = ''] = (url.split('#', 1)[0] ?? '').split('?')
  const rest = pathname.replace(/^.*\/echo\/?/, '')
  return { path: rest ? rest.split('/').map(decodeURIComponent) : undefined, search: parseSearch(query) }
}

describe('a server with rules', () => {
  it.each(cases.map((one) => ({ ...one, name: nameOf(one) })))('$name', async (one) => {
    const { origin } = server
    let at = one.url.split('#', 1)[0] ?? ''
    for (const [status, location] of one.hops ?? []) {
      const answer = await ask(at, { origin, headers: headersOf(one) })
      expect(answer.status).toBe(status)
      expect(answer.headers.location).toBe(location)
      expect(answer.headers.refresh).toBe(status === 308 && answer.text ? `0;url=${location}` : undefined)
      at = location.split('#', 1)[0] ?? ''
    }
    if (!at.startsWith('/')) return
    const { status, text, headers } = await ask(at, { origin, headers: headersOf(one) })
    expect(headers.location).toBe(undefined)
    expect(status).toBe(one.shows === null ? 404 : 200)
    const page = one.shows ?? endOf(one)
    if (one.shows !== null && page.includes('/echo')) expect(echoIn(text)).toEqual(echoOf(page))
    else if (one.shows !== null) expect(tags(text, 'h1')).toHaveLength(1)
  })

  it('has the destination in the body of a redirect, and never the requested host', async () => {
    const { text, headers } = await ask('/redirect1?a=1', { origin: server.origin, headers: { host: 'evil.example' } })
    expect(text).toBe('/start?a=1')
    expect(headers.location).toBe('/start?a=1')
  })

  it('responds at reserved paths before any rule', async () => {
    const { status, text, headers } = await ask('/healthz', { origin: server.origin })
    expect([status, text, headers['cache-control']]).toEqual([200, 'ok\n', 'no-store'])
  })

  it('redirects from a loader with 307', async () => {
    const { status, headers } = await ask('/de/moved/3', { origin: server.origin })
    expect(status).toBe(307)
    expect(headers.location).toBe('/de/item/3')
  })

  it('redirects whatever the method', async () => {
    const { status } = await ask('/redirect4', { origin: server.origin, method: 'POST' })
    expect(status).toBe(308)
  })

  it.each([
    ['/redirect4', undefined, 'Accept-Encoding'],
    ['/has-host', { host: 'example.com' }, 'Accept-Encoding'],
    ['/has-cookie', { cookie: 'loggedIn=true' }, 'Cookie, Accept-Encoding'],
    ['/not-in', undefined, 'Cookie, Accept-Encoding'],
    ['/guide/two', { 'x-test': '1' }, 'x-test, Accept-Encoding'],
  ])('redirects %s for those with the same headers alone', async (path, headers, vary) => {
    const answer = await ask(path, { origin: server.origin, ...(headers && { headers }) })
    expect(answer.headers.location).toBeDefined()
    expect(answer.headers.vary).toBe(vary)
  })

  const misspelt = ['//evil.example/', '/%5Cevil.example/', '//echo', '/echo/', '/start\\echo', '/\\evil.example']
  it.each(misspelt)('%s redirects to its canonical form', async (path) => {
    const { status, headers } = await ask(`${path}?q=1`, { origin: server.origin })
    expect(status).toBe(308)
    expect(headers.location).toMatch(/^\/[^/\\].*\?q=1$/)
    expect(headers.location).not.toMatch(/\/\?|\/$/)
  })

  it('serves a public file at a rewritten URL as at its own', async () => {
    const { origin } = server
    const [own, rewritten] = await Promise.all([ask('/favicon.svg', { origin }), ask('/mark', { origin })])
    expect(rewritten.status).toBe(200)
    expect(rewritten.headers['content-type']).toBe(own.headers['content-type'])
    expect(rewritten.text).toBe(own.text)
  })

  it('sends a public file to thousands who close their connections', async () => {
    const asker = async () => {
      for (let count = 0; count < 500; count++) {
        expect((await ask('/mark', { origin: server.origin })).status).toBe(200)
      }
    }
    await Promise.all(Array.from({ length: 8 }, asker))
  })

  it('refuses a method that the page behind a rewrite does not take', async () => {
    const { status } = await ask('/one', { origin: server.origin, method: 'POST' })
    expect(status).toBe(405)
  })
})

describe('another origin', () => {
  const send = (path: string, options: { method?: string; headers?: Record<string, string>; body?: string } = {}) =>
    new Promise<{ status: number; headers: Record<string, unknown>; text: string }>((resolve, reject) => {
      const { method = 'GET', headers = {}, body } = options
      const outgoing = request(`${server.origin}${path}`, { method, headers, agent: false }, (incoming) => {
        let text = ''
        incoming.on('data', (chunk) => {
          text += String(chunk)
          if (text === 'first ') upstream().goOn()
        })
        incoming.on('end', () => resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text }))
        incoming.on('error', reject)
      })
      outgoing.on('error', reject)
      outgoing.end(body)
    })

  it("gets method, query, body, cookies and the client's address", async () => {
    const { status, headers, text } = await send('/proxy-me/first?keep=me&and=me', {
      method: 'PUT',
      headers: {
        host: 'here.example:81',
        cookie: 'session=1; own=1; theme=dark; draft=secret; cache-after=1',
        'x-hop': 'gone',
        connection: 'x-hop',
        te: 'trailers',
      },
      body: 'a body',
    })
    expect(status).toBe(201)
    expect(headers).toMatchObject({ 'x-own': 'kept', 'set-cookie': ['a=1; Path=/', 'b=2; Path=/'] })
    expect(headers['keep-alive']).not.toBe('timeout=77')
    const asked = JSON.parse(text) as { method: string; url: string; body: string; headers: Record<string, string> }
    expect(asked).toMatchObject({ method: 'PUT', url: '/first?keep=me&and=me', body: 'a body' })
    expect(asked.headers).toMatchObject({
      host: expect.stringMatching(/^127\.0\.0\.1:\d+$/),
      'x-forwarded-host': 'here.example:81',
      'x-forwarded-proto': 'http',
      'x-forwarded-for': expect.stringMatching(/127\.0\.0\.1$/),
      // Without those of this application that nobody else may have.
      cookie: 'own=1; theme=dark',
    })
    expect(asked.headers).not.toHaveProperty('x-hop')
    expect(asked.headers).not.toHaveProperty('te')
  })

  it('measures and has flags by paths of this site, as the handbook has it, and gets no session', async () => {
    const [page = '', table = ''] = await Promise.all(
      ['app/handbook/content/en/redirects-and-rewrites.md', 'tests/fairlead/rules/rules-table.ts'].map((file) =>
        readFile(join(root, file), 'utf8'),
      ),
    )
    const recipe = page.split('{#analytics}')[1]?.match(/\{ source: .+ \},/g) ?? []
    expect(recipe).toHaveLength(3)
    for (const rule of recipe) expect(table).toContain(rule.replace(/'https:\/\/[^/]+(.+?)'/, '`${upstream}$1`'))

    const cookie = 'session=1; session_state=anna.1'
    const headers = { cookie, 'content-type': 'text/plain', origin: server.origin, 'sec-fetch-site': 'same-origin' }
    for (const [method, path, url, body] of [
      ['GET', '/tide/script.js', '/js/script.js', ''],
      ['POST', '/tide/event', '/api/event', '{"name":"pageview"}'],
      ['GET', '/tide/flags/api/features/sdk-1?a=1', '/api/features/sdk-1?a=1', ''],
    ] as const) {
      const { status, text } = await send(path, { method, headers, body })
      const asked = JSON.parse(text) as { headers: Record<string, string> }
      expect({ status, asked }).toMatchObject({ status: 201, asked: { method, url, body } })
      expect(asked.headers).toMatchObject({ 'x-forwarded-for': expect.stringMatching(/127\.0\.0\.1$/) })
      expect(asked.headers).not.toHaveProperty('cookie')
    }
    const slash = await send('/tide/event/', { method: 'POST', headers, body: 'x' })
    expect(slash).toMatchObject({ status: 308, headers: { location: '/tide/event' } })
  })

  it('gets no smuggled request: a GET with a Content-Length has no body', async () => {
    const inner = 'GET /smuggled HTTP/1.1\r\nhost: x\r\n\r\n'
    const first = await send('/proxy-me/first', { headers: { 'content-length': String(inner.length) }, body: inner })
    expect(JSON.parse(first.text)).toMatchObject({ method: 'GET', url: '/first', body: '' })
    const next = await send('/proxy-me/next')
    expect(JSON.parse(next.text)).toMatchObject({ method: 'GET', url: '/next', body: '' })
    expect(upstream().seen.map(({ url }) => url)).not.toContain('/smuggled')
  })

  it('gets no TRACE, which would repeat what it is sent', async () => {
    expect((await send('/proxy-me/first', { method: 'TRACE' })).status).toBe(405)
  })

  it('sends documents with the policies that it gives them, and no others', async () => {
    const { headers } = await send('/proxy-me/page', { headers: { accept: 'text/html' } })
    expect(headers).toMatchObject({ 'content-type': 'text/html', 'x-content-type-options': 'nosniff' })
    expect(Object.keys(headers).filter((name) => /policy|frame|reporting/.test(name))).toEqual(['referrer-policy'])
    const own = await send('/proxy-me/page?csp', { headers: { accept: 'text/html' } })
    expect(own.headers['content-security-policy']).toBe("default-src 'self'")
  })

  it('streams: the first part is there before the second is sent', async () => {
    expect(await send('/proxy-me/stream')).toMatchObject({ status: 200, text: 'first second' })
  })

  it('has its redirects and empty responses passed on', async () => {
    expect(await send('/proxy-me/moved')).toMatchObject({ status: 302, headers: { location: '/elsewhere' } })
    expect(await send('/proxy-me/empty')).toMatchObject({ status: 204, text: '' })
    expect(await send('/proxy-me/first', { method: 'HEAD' })).toMatchObject({ status: 201, text: '' })
  })

  it('that refuses is a 502', async () => {
    expect((await send('/refused/x')).status).toBe(502)
    await expect.poll(() => server.log.join('\n')).toContain('another origin did not answer')
  })

  it('that leads back here in a loop is a 508', async () => {
    const { status } = await send('/proxy-me/x', { headers: { via: Array(5).fill('1.1 fairlead').join(', ') } })
    expect(status).toBe(508)
  })
})
