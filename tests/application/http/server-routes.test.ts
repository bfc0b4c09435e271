import { createHmac } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, inject, it } from 'vitest'
import { builtFolder } from '#tests/harness/built-folder.ts'
import { createClient } from '#tests/harness/create-client.ts'
import { type Answer, ask } from '#tests/harness/request.ts'
import { startServer } from '#tests/harness/start-server.ts'
import { withServer } from '#tests/harness/with-server.ts'

/** The example of `TIDES_KEY`, which the tests' application declares. */
const KEY = 'key-of-the-tests'
const sign = (body: string): string => createHmac('sha256', KEY).update(body).digest('hex')

const parse = ({ text: body }: Answer): unknown => JSON.parse(body)

describe('a server route', () => {
  it('answers with its own headers, and HEAD as GET', async () => {
    const read = await ask('/readings')
    expect([read.status, parse(read), read.headers['cache-control']]).toEqual([
      200,
      { unit: 'metres' },
      'public, max-age=60',
    ])
    const head = await ask('/de/readings', { method: 'HEAD' })
    expect([head.status, head.text, head.headers['cache-control']]).toEqual([200, '', 'public, max-age=60'])
  })

  it.each([
    ['/readings', 'OPTIONS', 204, 'GET, POST, HEAD, OPTIONS'],
    ['/hook', 'GET', 405, 'POST, OPTIONS'],
    ['/charts', 'POST', 405, 'GET, HEAD'],
    ['/inflight', 'TRACE', 405, 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'],
  ])('%s says to %s with %i what it allows', async (path, method, status, allow) => {
    const answer = await ask(path, { method })
    expect([answer.status, answer.headers.allow]).toEqual([status, allow])
  })

  it('gets the body and cookies of a page of this site', async () => {
    const client = createClient()
    await client.signIn(async () => 'session=1; Path=/; HttpOnly')
    const sent = await client.ask('/readings', { json: { metres: 2.4 } })
    expect([sent.status, parse(sent)]).toEqual([201, { text: '{"metres":2.4}', cookie: 'session=1' }])
    const form = await client.ask('/readings', { form: { metres: '2.4' } })
    expect(parse(form)).toMatchObject({ text: 'metres=2.4' })
    const multipart = new FormData()
    multipart.set('metres', '2.4')
    expect(parse(await client.ask('/readings', { multipart }))).toMatchObject({
      text: expect.stringContaining('name="metres"') as string,
    })
  })

  it('refuses a write that comes from elsewhere', async () => {
    const answer = await ask('/readings', {
      json: {},
      headers: { 'sec-fetch-site': 'cross-site', cookie: 'session=1' },
    })
    expect(answer.status).toBe(403)
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8')
  })
})

describe('a webhook', () => {
  it('accepts a signed body from elsewhere, byte for byte, without cookies', async () => {
    const body = '{"high": "06:12"}'
    const headers = { 'x-signature': sign(body), cookie: 'session=1', 'sec-fetch-site': 'cross-site' }
    const answer = await ask('/hook', { method: 'POST', body, headers })
    expect([answer.status, parse(answer)]).toEqual([200, { bytes: 17, cookie: null }])
    expect((await ask('/hook', { method: 'POST', body: `${body} `, headers })).status).toBe(401)
  })

  it('has a limit of its own', async () => {
    const answer = await ask('/hook', { method: 'POST', body: 'x'.repeat(65) })
    expect([answer.status, answer.text]).toEqual([413, 'the body is larger than 64 bytes\n'])
  })

  it('is not held up by a body that does not end', async () => {
    const { hostname, port } = new URL(inject('origin'))
    const socket = connect(Number(port), hostname)
    socket.write('POST /hook HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc')
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 408 [^]*the body took longer than 0\.5 s/)
  })
})

describe('rates', () => {
  const server = withServer({ env: { RATE_LIMIT: '1', TIDES_UNIT: 'feet' } })

  it('limit the writes of a client to all routes without a rate of their own', async () => {
    const client = createClient(server.origin)
    const answers = await Promise.all(Array.from({ length: 40 }, () => client.ask('/readings', { json: {} })))
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThanOrEqual(5)
    expect(refused[0]?.headers['retry-after']).toMatch(/^\d+$/)
    expect(refused[0]?.text).toMatch(/^too many requests from this client; again in \d+ s\n$/)
    expect(parse(await client.ask('/readings'))).toEqual({ unit: 'feet' })
  })
})

it('a variable of the application that is wrong stops the start, which does not print a secret', async () => {
  await expect(startServer({ env: { TIDES_KEY: 'short' } })).rejects.toThrow(
    'ended with 1 before it listened\nTIDES_KEY: its value is not allowed; it takes length >=8',
  )
})

it('no file of the browser knows the variables of the application', () => {
  const folder = join(builtFolder(), 'public')
  const files = globSync('**/*.{js,html}', { cwd: folder })
  expect(files.length).toBeGreaterThan(10)
  expect(files.filter((file) => /TIDES_(KEY|UNIT)/.test(readFileSync(join(folder, file), 'utf8')))).toEqual([])
})
