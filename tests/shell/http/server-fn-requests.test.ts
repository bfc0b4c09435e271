import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { feedback, OWN_PAGE } from '#tests/harness/call-server-fn.ts'
import { ask, type AskOptions } from '#tests/harness/request.ts'
import { withServer, startForTest } from '#tests/harness/with-server.ts'

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
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['another host of the site', { 'sec-fetch-site': 'same-site' }],
    ['the address bar', { 'sec-fetch-site': 'none' }],
    ['a forged origin', { origin: 'https://evil.example' }],
    ['a forged origin that claims to be this one', { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' }],
    ['a sandbox', { origin: 'null' }],
    ['a page of another site', { referer: 'https://evil.example/' }],
    ['a host that was not asked', { origin: 'http://evil.example', 'x-forwarded-host': 'evil.example' }],
  ])('%s: 403, and it says why', async (_, headers) => {
    const { status, text } = await send(feedback(), { headers: { ...FORM, ...headers }, body: said })
    expect(status).toBe(403)
    expect(text).toMatch(/^Forbidden: .+\n$/)
  })

  it.each(['/%5fserverFn/', '/_server%46n/', '//_serverFn/', '/%5F%73erverFn/'])(
    'is asked as well when the path is written as %s',
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
  ])('this site: it is answered (%#)', async (headers) => {
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

  it.each(['constructor', '__proto__', 'toString', '%63onstructor', ''])('of %j is 404 and no failure', async (id) => {
    const { status, headers } = await send(`/_serverFn/${id}`, { headers: OWN_PAGE })
    expect(status).toBe(404)
    expect(headers['cache-control']).toBe('no-store')
    expect(failed()).toEqual([])
  })

  it.each(['GET', 'HEAD', 'PUT', 'DELETE'])('by %s is 405', async (method) => {
    const { status, headers } = await send(feedback(), { method, headers: OWN_PAGE })
    expect(status).toBe(405)
    expect(headers.allow).toBe('POST')
  })

  it('by a method that no request can have is 405, and no failure', async () => {
    expect((await send(feedback(), { method: 'TRACE', headers: OWN_PAGE })).status).toBe(405)
    expect(failed()).toEqual([])
  })

  it('with a body of 2 MB is 413', async () => {
    const { status, text } = await send(feedback(), {
      headers: { ...OWN_PAGE, ...JSON_TYPE },
      body: 'x'.repeat(2_000_000),
    })
    expect(status).toBe(413)
    expect(text).toContain('1048576')
  })

  it('with a chunked body that is too long is 413', async () => {
    const { status } = await send(feedback(), {
      headers: { ...OWN_PAGE, ...JSON_TYPE, 'transfer-encoding': 'chunked' },
      body: 'x'.repeat(2_000_000),
    })
    expect(status).toBe(413)
  })

  it('with an incomplete body is 408', async () => {
    const { hostname, port } = new URL(server.origin)
    const socket = connect(Number(port), hostname)
    socket.write(
      `POST ${feedback()} HTTP/1.1\r\nhost: x\r\nsec-fetch-site: same-origin\r\ncontent-length: 100\r\n\r\n{"a":`,
    )
    const answer = await new Promise<string>((resolve) => socket.once('data', (data) => resolve(data.toString())))
    socket.destroy()
    expect(answer).toMatch(/^HTTP\/1\.1 408 /)
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

  it('writes nothing to standard error', () => {
    for (const line of server.log) expect(() => JSON.parse(line) as unknown, line).not.toThrow()
  })
})

describe('calls that change something', () => {
  it('are rate-limited by client', async () => {
    const limited = await startForTest({ env: { RATE_LIMIT: '2', TRUSTED_PROXIES: '127.0.0.1' } })
    const from = (client: string, method = 'POST') =>
      send(
        feedback(),
        { method, headers: { ...OWN_PAGE, ...FORM, 'x-forwarded-for': client }, body: said },
        limited.origin,
      )
    const answers = await Promise.all(Array.from({ length: 60 }, () => from('203.0.113.9')))
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThanOrEqual(15)
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(10)
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThanOrEqual(1)
    expect((await from('203.0.113.10')).status).toBe(200)
    // Some proxies name the port as well.
    const clients = Array.from({ length: 14 }, (_, index) => [
      `198.51.100.${index}:50${index}`,
      `[2001:db8:${index}::1]:5`,
    ])
    const others = await Promise.all(clients.flat().map((client) => from(client)))
    expect(others.map(({ status }) => status)).toEqual(others.map(() => 200))
  })

  it('may come from the public origin, and from the host that a trusted proxy names', async () => {
    const proxied = await startForTest({
      env: { PUBLIC_ORIGIN: 'https://fairlead.example', TRUSTED_PROXIES: '127.0.0.1' },
    })
    const status = async (headers: Record<string, string>) =>
      (await send(feedback(), { headers: { ...FORM, ...headers }, body: said }, proxied.origin)).status
    expect(await status({ origin: 'https://fairlead.example' })).toBe(303)
    expect(await status({ origin: 'https://other.example', 'x-forwarded-host': 'other.example' })).toBe(303)
    for (const headers of [
      { 'x-forwarded-host': 'other.example, inner.example', 'x-forwarded-proto': 'https, http' },
      { 'x-forwarded-host': 'other.example:443' },
      { host: 'other.example:443' },
      { forwarded: 'for=203.0.113.9;host=other.example;proto=https' },
    ]) {
      expect(await status({ origin: 'https://other.example', ...headers }), JSON.stringify(headers)).toBe(303)
    }
    expect(await status({ origin: 'https://evil.example' })).toBe(403)
  })
})
