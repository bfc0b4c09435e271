import { request } from 'node:http'
import { describe, expect, it, vi } from 'vitest'
import { feedback, OWN_PAGE } from '#tests/harness/call-server-fn.ts'
import { ask, type AskOptions } from '#tests/harness/request.ts'
import { startForTest, withServer } from '#tests/harness/with-server.ts'

const server = withServer()

const send = (path: string, sent: AskOptions, origin = server.origin) => ask(path, { method: 'POST', ...sent, origin })

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const JSON_TYPE = { 'content-type': 'application/json' }
const said = 'message=It+broke&digest=K7M2Q9XWTP'

/** Returns the lines of the log that report a failure. */
const failed = (): string[] => server.log.filter((line) => line.includes('"failed"'))

describe('the origin of a call', () => {
  it.each<[string, Record<string, string>]>([
    ['no page that says so', {}],
    ['a forged origin that claims to be this one', { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' }],
    ['a host that was not asked', { origin: 'http://evil.example', 'x-forwarded-host': 'evil.example' }],
  ])('%s: 403, and it says why', async (_, headers) => {
    const { status, text } = await send(feedback(), { headers: { ...FORM, ...headers }, body: said })
    expect(status).toBe(403)
    expect(text).toMatch(/^Forbidden: .+\n$/)
  })

  it.each(['/%5fserverFn/', '/_server%46n/', '//_serverFn/', '/%5F%73erverFn/'])(
    'is checked though the path is written as %s',
    async (base) => {
      const path = feedback().replace('/_serverFn/', base)
      const headers = { ...FORM, 'sec-fetch-site': 'cross-site', accept: 'text/html' }
      expect((await send(path, { headers, body: said })).status).toBe(403)
      const gone = await send(`${base}0000`, { headers: OWN_PAGE })
      expect({ status: gone.status, cache: gone.headers['cache-control'] }).toEqual({ status: 404, cache: 'no-store' })
    },
  )

  it.each([
    () => ({ 'sec-fetch-site': 'same-origin' }),
    () => ({ origin: server.origin }),
    () => ({ referer: `${server.origin}/guide` }),
  ])('this site: the call is answered (%#)', async (headers) => {
    expect((await send(feedback(), { headers: { ...FORM, ...headers() }, body: said })).status).toBe(303)
  })
})

describe('a call that is rejected', () => {
  it('of a missing function is 404, says so, and names the build of the client files', async () => {
    const { status, headers, text } = await send('/_serverFn/0000', { headers: OWN_PAGE })
    expect(status).toBe(404)
    expect(text).toMatch(/no longer exists/)
    expect(headers).toMatchObject({
      'content-type': expect.stringMatching(/^text\/plain/) as string,
      'x-server-function': 'gone',
      vary: expect.stringMatching(/\bpurpose\b/i) as string,
    })
    const page = await ask('/', { origin: server.origin })
    expect(/<script[^>]*type="module"[^>]*src="([^"]+)"/.exec(page.text)?.[1]).toContain(`-${headers['x-build']}.js`)
  })

  it.each(['constructor', '%63onstructor', ''])('of %j is 404 and no failure', async (id) => {
    const { status, headers } = await send(`/_serverFn/${id}`, { headers: OWN_PAGE })
    expect(status).toBe(404)
    expect(headers['cache-control']).toBe('no-store')
    expect(failed()).toEqual([])
  })

  it.each(['GET', 'HEAD', 'PUT'])('by %s is 405', async (method) => {
    const { status, headers } = await send(feedback(), { method, headers: OWN_PAGE })
    expect(status).toBe(405)
    expect(headers.allow).toBe('POST')
  })

  it('by a method that no request can have is 405, and no failure', async () => {
    expect((await send(feedback(), { method: 'TRACE', headers: OWN_PAGE })).status).toBe(405)
    expect(failed()).toEqual([])
  })

  it.each([
    ['a body of 2 MB', {}],
    ['a chunked body that is too long', { 'transfer-encoding': 'chunked' }],
  ])('with %s is 413', async (_, headers) => {
    const { status, text } = await send(feedback(), {
      headers: { ...OWN_PAGE, ...JSON_TYPE, ...headers },
      body: 'x'.repeat(2_000_000),
    })
    expect(status).toBe(413)
    expect(text).toContain('1048576')
  })

  it.each([
    ['no JSON', '{'],
    ['JSON of another kind', '[]'],
    ['nothing that a call can be', '{"t":99,"f":31}'],
    ['a reference to nowhere', '{"t":{"t":4,"i":999},"f":31,"m":[]}'],
    ['200 000 lists in each other', '['.repeat(200_000) + ']'.repeat(200_000)],
    [
      '20 000 objects in each other',
      `{"t":${'{"t":10,"i":1,"p":{"k":["a"],"v":['.repeat(20_000)}{"t":1,"s":"x"}${']},"o":0}'.repeat(20_000)},"f":31,"m":[]}`,
    ],
  ])('with %s is refused, and is no failure of the server', async (_, body) => {
    const before = failed().length
    const { status } = await send(feedback(), { headers: { ...OWN_PAGE, ...JSON_TYPE }, body })
    expect([400, 422]).toContain(status)
    expect(failed()).toHaveLength(before)
  })

  it.each(['__proto__', 'constructor', 'prototype'])('cannot reach into prototypes by %s', async (key) => {
    const polluting = `{"t":{"t":10,"i":0,"p":{"k":["data"],"v":[{"t":10,"i":1,"p":{"k":["message",${JSON.stringify(key)}],"v":[{"t":1,"s":"hello"},{"t":10,"i":2,"p":{"k":["polluted"],"v":[{"t":1,"s":"yes"}]},"o":0}]},"o":0}]},"o":0},"f":31,"m":[]}`
    const { status } = await send(feedback(), { headers: { ...OWN_PAGE, ...JSON_TYPE }, body: polluting })
    expect(status).toBeLessThan(500)
    const form = `message=hello&${encodeURIComponent(`${key}[polluted]`)}=yes&${key}=yes`
    expect((await send(feedback(), { headers: { ...OWN_PAGE, ...FORM }, body: form })).status).toBeLessThan(500)
    expect(failed()).toEqual([])
  })

  it.each([
    [
      'a part without end',
      'multipart/form-data; boundary=x',
      '--x\r\ncontent-disposition: form-data; name="message"\r\n\r\nhello',
    ],
    ['no boundary', 'multipart/form-data', 'hello'],
  ])('with a form of %s is 400', async (_, type, body) => {
    const { status, text } = await send(feedback(), { headers: { ...OWN_PAGE, 'content-type': type }, body })
    expect(status).toBe(400)
    expect(text).toMatch(/malformed/)
    expect(failed()).toEqual([])
  })

  it('with missing fields is 422 and names them', async () => {
    const { status, text } = await send(feedback(), { headers: { ...OWN_PAGE, ...FORM }, body: 'digest=K7M2Q9XWTP' })
    expect(status).toBe(422)
    expect(text).toContain('message')
  })

  it(
    'with too many bytes of other calls of its client on their way is 429, for a while',
    { timeout: 30_000 },
    async () => {
      const { origin } = await startForTest({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
      const headersOf = (client: string) => ({ ...OWN_PAGE, ...FORM, 'x-forwarded-for': client })
      const body = said + '&more='.padEnd(900_000, 'x')
      const call = (client: string) => send(feedback(), { headers: headersOf(client), body }, origin)
      const begun = Array.from({ length: 33 }, () => {
        const headers = { ...headersOf('203.0.113.12'), 'content-length': '1000001' }
        const one = request(origin + feedback(), { method: 'POST', headers }).on('error', () => {})
        one.write('x'.repeat(1_000_000))
        return one
      })
      await vi.waitFor(async () => {
        const { status, headers } = await call('203.0.113.12')
        expect([status, headers['retry-after']]).toEqual([429, '5'])
      }, 8_000)
      expect((await call('203.0.113.13')).status).toBe(200)
      for (const one of begun) one.destroy()
      await vi.waitFor(async () => expect((await call('203.0.113.12')).status).toBe(200), 8_000)
    },
  )

  it('writes nothing to standard error', () => {
    for (const line of server.log) expect(() => JSON.parse(line) as unknown, line).not.toThrow()
  })
})

describe('calls that change something', () => {
  const limited = withServer({
    env: { RATE_LIMIT: '2', PUBLIC_ORIGIN: 'https://fairlead.example', TRUSTED_PROXIES: '127.0.0.1' },
  })
  const post = (headers: Record<string, string>) =>
    send(feedback(), { headers: { ...FORM, ...headers }, body: said }, limited.origin)

  it('are rate-limited by client', async () => {
    const from = (client: string) => post({ ...OWN_PAGE, 'x-forwarded-for': client })
    const answers = await Promise.all(Array.from({ length: 60 }, () => from('203.0.113.9')))
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThanOrEqual(15)
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(10)
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThanOrEqual(1)
    expect((await from('203.0.113.10')).status).toBe(200)
  })

  it.each([
    ['the public origin', 'https://fairlead.example', {}, 303],
    ['the host that a trusted proxy names', 'https://other.example', { 'x-forwarded-host': 'other.example' }, 303],
    ['the host of its Forwarded', 'https://other.example', { forwarded: 'for=203.0.113.11;host=other.example' }, 303],
    ['no other', 'https://evil.example', {}, 403],
  ])('may come from %s', async (_, origin, headers, status) => {
    expect((await post({ origin, ...headers })).status).toBe(status)
  })
})
