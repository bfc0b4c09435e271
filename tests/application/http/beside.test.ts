import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { Socket } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { languageOf } from '#tests/application/localized-server.ts'
import { buildApplicationBeside } from '#tests/application/build.ts'
import { type OldApplication, startOldApplication } from '#tests/harness/old-application.ts'
import { ask as askAt, type AskOptions } from '#tests/harness/request.ts'
import { withServer } from '#tests/harness/with-server.ts'

let old: OldApplication
beforeAll(async () => {
  old = await startOldApplication()
})
afterAll(() => old.stop())
beforeEach(() => void old.requests.splice(0))

const TOKEN = 'token-of-the-operator'

const server = withServer(async () => ({
  cwd: await buildApplicationBeside(),
  env: { BESIDE_ORIGIN: old.origin, BESIDE_KEEP: '/photo/*, /links', OPERATOR_TOKEN: TOKEN },
}))

const ask = (path: string, options: AskOptions = {}) => askAt(path, { origin: server.origin, ...options })

/** The side that has answered, as `Server-Timing` says; `undefined` where visitors do not differ. */
const sideOf = async (path: string, headers: Record<string, string> = {}): Promise<string | undefined> => {
  const { headers: sent } = await ask(path, { headers })
  return /beside;desc="(\w+)"/.exec(sent['server-timing'] ?? '')?.[1]
}

describe('what the application has is answered by it', () => {
  it.each([
    ['/start', 200],
    ['/de/start', 200],
    ['/start/', 308],
    ['/en/start', 308],
    ['/former', 307],
    ['/%E0%A4%A', 400],
    ['/robots.txt', 200],
    ['/sitemap.xml', 200],
    ['/healthz', 200],
    ['/favicon.svg', 200],
    ['/_build/none.js', 404],
    ['/_serverFn/none', 403],
  ])('%s with %i', async (path, status) => {
    expect(await ask(path)).toMatchObject({ status })
    expect(old.requests).toEqual([])
  })
})

describe('what this application does not have is answered by the old one', () => {
  it.each([
    '/old/one',
    '/old/one/',
    '/fr/old',
    '/de/old',
    '/_next/static/chunks/main.js',
    '/_next/image?url=%2Fa.png&w=64&q=75',
    '/favicon.ico',
    '/.well-known/security.txt',
    '/old//two',
    '/old/%73mall?_rsc=1a2b',
    '/docs',
    '/docs/new',
    '/de/docs/new',
    '/docs/new/',
    '/DOCS/new',
    '/photo/1',
    '/links',
  ])('%s', async (path) => {
    expect(await sideOf(path)).toBe('old')
    expect(old.requests).toEqual([`GET ${path}`])
  })

  it('the not-found page of the old application', async () => {
    expect(await ask('/nowhere/at/all')).toMatchObject({ status: 404, text: '<h1>Not found, says the old one</h1>' })
  })

  it('the calls of its server actions, also on pages that have been replaced', async () => {
    const answer = await ask('/start', { method: 'POST', headers: { 'next-action': 'a1' }, body: '[]' })
    expect(answer.text).toBe('action of old')
  })
})

describe('a request reaches the old application', () => {
  const asked = async (options: AskOptions = {}, path = '/old/asked?q=%20a') => {
    const { text } = await ask(path, options)
    return JSON.parse(text) as { method: string; url: string; headers: Record<string, string>; body: string }
  }

  it.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'])('by %s, with its body', async (method) => {
    const body = method === 'GET' ? undefined : 'the body'
    const length: Record<string, string> = body ? { 'content-length': String(body.length) } : {}
    expect(await asked({ method, body, headers: length })).toMatchObject({
      method,
      url: '/old/asked?q=%20a',
      body: body ?? '',
    })
  })

  it('with the host that the visitor has asked, and where it comes from', async () => {
    const { headers } = await asked({ headers: { host: 'www.example.com', 'x-forwarded-for': '9.9.9.9' } })
    expect(headers).toMatchObject({
      host: 'www.example.com',
      'x-forwarded-host': 'www.example.com',
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'http',
    })
  })

  it('without the cookies of this application', async () => {
    const cookie = 'session=secret; flavour=oat; beside=7; draft=1'
    expect((await asked({ headers: { cookie } })).headers.cookie).toBe('flavour=oat')
  })
})

describe('a response of the old application is passed on', () => {
  it('with its status text and headers, and none of this application', async () => {
    const { headers } = await ask('/old/headers')
    const { date, connection, 'keep-alive': _, 'transfer-encoding': __, ...rest } = headers
    expect(date && connection).toBeTruthy()
    expect(rest).toEqual({
      'content-security-policy': "default-src 'none'",
      'cache-control': 'public, max-age=60',
      'x-powered-by': 'old',
      link: '</a.css>; rel=preload, </b.css>; rel=preload',
      'server-timing': 'beside;desc="old"',
    })
  })

  it('with its cookies, and none that this application reads', async () => {
    expect((await ask('/old/cookies')).setCookies).toEqual(['flavour=oat; Path=/'])
  })

  it.each([
    ['/old/packed', 'gzip'],
    ['/old/plain', undefined],
  ])('%s with the encoding %s', async (path, encoding) => {
    const { headers } = await ask(path, { headers: { 'accept-encoding': 'gzip, br' } })
    expect(headers['content-encoding']).toBe(encoding)
  })

  it('a range', async () => {
    const answer = await ask('/old/part', { headers: { range: 'bytes=2-4' } })
    expect(answer).toMatchObject({ status: 206, text: '234', headers: { 'x-range': 'bytes=2-4' } })
  })

  it.each([
    ['/old/moved', '/old/two?a=1'],
    ['/old/moved-inside', '/old/two'],
    ['/old/elsewhere', '/.//evil.example/'],
  ])('a redirect of %s stays on this site', async (path, location) => {
    const { headers } = await ask(path, { headers: { host: 'www.example.com' } })
    expect(headers.location?.replace('http://www.example.com', '')).toBe(location)
  })

  /** Sends a request whose response is read by the test. */
  async function open(path: string) {
    const outgoing = request(`${server.origin}${path}`, { agent: false })
    const hints: IncomingMessage['headers'][] = []
    outgoing.on('information', ({ headers }) => hints.push(headers)).end()
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage]
    return { response, hints, outgoing }
  }

  it('early hints come before the response', async () => {
    const { response, hints } = await open('/old/hints')
    response.resume()
    expect(hints).toEqual([{ link: '</a.css>; rel=preload; as=style, </b.js>; rel=preload; as=script' }])
  })

  it('trailers come after the response', async () => {
    const { response } = await open('/old/trailers')
    await once(response.resume(), 'end')
    expect(response.trailers).toEqual({ 'x-sum': '42' })
  })

  it('no cookie that this application reads is set, in headers or trailers', async () => {
    const { response } = await open('/old/tricks')
    await once(response.resume(), 'end')
    expect(response.headers['set-cookie']).toEqual(['x=1'])
    expect(response.trailers).toEqual({ 'x-sum': '1' })
  })

  it('server-sent events come one by one, and end with the visitor', async () => {
    const { response, outgoing } = await open('/old/events')
    const events = response.setEncoding('utf8')[Symbol.asyncIterator]()
    expect((await events.next()).value).toBe('data: 1\n\n')
    old.next()
    expect((await events.next()).value).toBe('data: 2\n\n')
    outgoing.destroy()
  })

  it('a response that breaks off breaks off for the visitor', async () => {
    await expect(ask('/old/broken')).rejects.toThrow('aborted')
    expect(await ask('/start')).toMatchObject({ status: 200 })
  })
})

describe('a WebSocket', () => {
  const UPGRADE = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-key': 'abc' }

  async function connect(headers: Record<string, string> = {}, path = '/_next/webpack-hmr?id=1') {
    const outgoing = request(server.origin + path, { headers: { ...UPGRADE, ...headers }, agent: false }).end()
    const result = await Promise.race([once(outgoing, 'upgrade'), once(outgoing, 'response')])
    const [response, socket] = result as [IncomingMessage, Socket?]
    return { response, socket }
  }

  it('is the old application’s, both ways', async () => {
    const { response, socket } = await connect({ cookie: 'session=secret; flavour=oat' })
    expect(old.requests).toEqual(['UPGRADE /_next/webpack-hmr?id=1'])
    const seen = JSON.parse(String(response.headers['x-sent'])) as Record<string, string>
    expect(seen).toMatchObject({ 'sec-websocket-key': 'abc', cookie: 'flavour=oat', 'x-forwarded-for': '127.0.0.1' })
    socket?.write('ping')
    expect(String((await once(socket as Socket, 'data'))[0])).toBe('ping')
    socket?.destroy()
  })

  it('brings cookies of the old application, and none that this one reads', async () => {
    const { response, socket } = await connect()
    expect(response.headers['set-cookie']).toEqual(['y=1'])
    socket?.destroy()
  })

  it('that is refused has the status, and no more', async () => {
    const { response } = await connect({}, '/refused')
    expect(response.statusCode).toBe(403)
    expect(response.headers['set-cookie']).toBeUndefined()
  })

  it('whose client leaves before the answer leaves nothing open', async () => {
    old.isHanging = true
    const leaving = request(`${server.origin}/slow`, { headers: UPGRADE, agent: false }).end()
    leaving.on('error', () => {})
    await expect.poll(() => old.requests).toContain('UPGRADE /slow')
    old.isHanging = false
    leaving.destroy()
    await expect.poll(() => old.requests).toContain('CLOSED')
  })

  it('that goes round in a circle ends', async () => {
    const via = Array.from({ length: 6 }, () => '1.1 fairlead').join(', ')
    const { response } = await connect({ via })
    expect(response.statusCode).toBe(508)
  })

  it.each(['/start', '/old/one'])('the offer of another protocol is ignored at %s', async (path) => {
    const { response } = await connect({ upgrade: 'h2c' }, path)
    expect(response.statusCode).toBe(200)
    response.destroy()
  })
})

describe('while the old application is down', () => {
  const page = (path: string, headers: Record<string, string> = {}) => ask(path, { headers })
  beforeAll(() => old.stop())
  afterAll(() => old.start())

  it.each([
    ['/old/one', { 'accept-language': 'de' }, 'de'],
    ['/old/one', { 'accept-language': 'ja, en' }, 'ja'],
    ['/ar/old/one', {}, 'ar'],
    ['/old/one', {}, 'en'],
  ])('%s is an error page in the language of %j', async (path, headers, language) => {
    const answer = await page(path, headers)
    expect(answer.status).toBe(502)
    expect(languageOf(answer.text)).toBe(language)
    expect(answer.text).toContain('Application error: a server-side exception has occurred')
    expect(answer.headers).toMatchObject({ 'cache-control': 'private, no-store' })
    // To try again is to ask for the same page.
    expect(answer.text).toContain(`action="${path}"`)
  })

  it('the compressed error page leaks no listeners', async () => {
    const answer = await page('/old/one', { accept: 'text/html', 'accept-encoding': 'gzip' })
    expect(answer.headers).toMatchObject({ 'content-encoding': 'gzip' })
    expect(server.log.filter((line) => line.includes('MaxListenersExceededWarning'))).toEqual([])
  })

  it('a program gets JSON', async () => {
    const answer = await page('/old/data', { accept: 'application/json' })
    expect(answer).toMatchObject({ status: 502, headers: { 'content-type': 'application/json' } })
  })

  it('this application goes on, and says that it is healthy', async () => {
    expect(await page('/start')).toMatchObject({ status: 200 })
    expect(await page('/healthz')).toMatchObject({ status: 200, text: 'ok\n' })
  })

  it('one report says that it is down, however many ask', async () => {
    const digests = await Promise.all([1, 2, 3].map(async (id) => (await page(`/old/${id}`)).headers['x-digest']))
    expect(new Set(digests).size).toBe(1)
    const reports = server.log.filter(
      (line) => line.includes('the old application does not answer') && line.includes('report'),
    )
    expect(reports).toHaveLength(1)
    expect(server.log.filter((line) => line.includes('"side":"old"')).length).toBeGreaterThan(3)
  })

  it('a WebSocket is closed', async () => {
    const headers = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-key': 'abc' }
    const outgoing = request(`${server.origin}/ws`, { headers, agent: false }).end()
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage]
    expect(response.statusCode).toBe(502)
  })
})

describe('while the old application hangs', () => {
  beforeAll(() => void (old.isHanging = true))
  afterAll(() => void (old.isHanging = false))

  it('a request to this application does not wait', async () => {
    const leaving = new AbortController()
    const waiting = Array.from({ length: 300 }, () =>
      fetch(`${server.origin}/old/one`, { signal: leaving.signal }).catch(() => 'left'),
    )
    await expect.poll(() => old.requests.length).toBe(300)
    expect(await ask('/start')).toMatchObject({ status: 200 })
    leaving.abort()
    expect(new Set(await Promise.all(waiting))).toEqual(new Set(['left']))
  })
})

describe('a shared path', () => {
  it.each([
    [0, 'new'],
    [49, 'new'],
    [50, 'old'],
    [99, 'old'],
  ])('with the ticket %i is answered by the %s application', async (ticket, side) => {
    expect(await sideOf('/item/1', { cookie: `beside=${ticket}` })).toBe(side)
  })

  it.each(['x', '100', '-1', ''])('the ticket %j is drawn again', async (ticket) => {
    const { setCookies } = await ask('/item/1', { headers: { cookie: `beside=${ticket}` } })
    expect(setCookies).toEqual([expect.stringMatching(/^beside=\d\d?; Path=\/; SameSite=Lax; Max-Age=31536000$/)])
  })

  it('keeps a visitor on one side', async () => {
    const { setCookies, headers } = await ask('/item/1')
    const [cookie = ''] = setCookies[0]?.split(';') ?? []
    const first = /beside;desc="(\w+)"/.exec(headers['server-timing'] ?? '')?.[1]
    const later = await Promise.all([1, 2, 3].map((id) => sideOf(`/item/${id}`, { cookie })))
    expect(later).toEqual([first, first, first])
  })

  it.each([0, 99])('is stored by no cache, with the ticket %i', async (ticket) => {
    const { headers } = await ask('/item/1', { headers: { cookie: `beside=${ticket}` } })
    expect(headers['cache-control']).toMatch(/\b(?:private|no-store)\b/)
  })

  it('that this application does not have stays with the old one', async () => {
    expect(await sideOf('/nowhere/1')).toBe('old')
  })

  it('is counted by side', async () => {
    await ask('/item/1', { headers: { cookie: 'beside=0' } })
    await ask('/item/1', { headers: { cookie: 'beside=99' } })
    const { text } = await ask('/metrics', { headers: { authorization: `Bearer ${TOKEN}` } })
    expect(text).toContain('beside_requests_total{side="new",path="/item/*",status="200"}')
    expect(text).toContain('beside_requests_total{side="old",path="/item/*",status="200"}')
  })
})
