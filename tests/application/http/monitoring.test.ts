import { once } from 'node:events'
import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import {
  envelope,
  errorEnvelope,
  LOCAL_DSN,
  randomId,
  sessionEnvelope,
  spanEnvelope,
} from '#tests/fairlead/error-reports/envelopes.ts'
import { ask } from '#tests/harness/request.ts'
import { withServer, startForTest } from '#tests/harness/with-server.ts'

const server = withServer()

type Answer = { status: number; body: { id?: string; error?: string }; headers: Headers }

async function send(body: BodyInit, headers: Record<string, string> = {}, path = '/monitoring'): Promise<Answer> {
  const response = await fetch(`${server.origin}${path}`, { method: 'POST', body, headers })
  return { status: response.status, body: (await response.json()) as Answer['body'], headers: response.headers }
}

describe('POST /monitoring', () => {
  it('responds with the id of the stored report', async () => {
    const id = randomId()
    const { status, body, headers } = await send(errorEnvelope(id))
    expect({ status, body }).toEqual({ status: 200, body: { id } })
    expect(headers.get('content-type')).toBe('application/json')
    expect(headers.get('cache-control')).toBe('no-cache')
  })

  it('accepts the same report again', async () => {
    const text = errorEnvelope()
    expect((await send(text)).body).toEqual((await send(text)).body)
  })

  it.each([
    ['a session', sessionEnvelope()],
    ['spans of 5 MB', spanEnvelope(1_000, 5_000)],
  ])('takes %s', async (_, text) => {
    expect((await send(text)).status).toBe(200)
  })

  it.each(['gzip', 'x-gzip'])('takes %s', async (encoding) => {
    const id = randomId()
    expect((await send(gzipSync(errorEnvelope(id)), { 'content-encoding': encoding })).body).toEqual({ id })
  })

  it.each([
    ['no envelope', 'hello', 400],
    ['an envelope without DSN', envelope({}), 403],
    ['as many spans as no number', `{"dsn":"${LOCAL_DSN}"}\n{"type":"span","item_count":1e999}\n{"items":[]}`, 400],
    ['1 MiB and more', errorEnvelope(randomId(), undefined, { message: 'x'.repeat(1_048_576) }), 413],
    ['spans of more than 6 MiB', spanEnvelope(1_000, 6_500), 413],
    ['no envelope of 20 MB', 'x'.repeat(20_000_000), 413],
  ])('refuses %s', async (_, body, status) => {
    const answer = await send(body)
    expect(answer.status).toBe(status)
    expect(answer.body.error).toEqual(expect.any(String))
  })

  it('rejects a small body that decompresses to a large one', async () => {
    const bomb = gzipSync(Buffer.alloc(100_000_000, 0x20))
    expect((await send(bomb, { 'content-encoding': 'gzip' })).status).toBe(413)
  })

  it('rejects invalid gzip and other encodings', async () => {
    expect((await send('hello', { 'content-encoding': 'gzip' })).status).toBe(400)
    expect((await send('hello', { 'content-encoding': 'br' })).status).toBe(415)
  })

  it('refuses another site', async () => {
    const headers = { origin: 'https://evil.example' }
    const { origin } = server
    expect((await ask('/monitoring', { headers, body: errorEnvelope(), method: 'POST', origin })).status).toBe(403)
  })

  it.each(['GET', 'OPTIONS'])('answers 405 to %s', async (method) => {
    const response = await fetch(`${server.origin}/monitoring`, { method })
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('POST')
    expect(await response.text()).toMatch(/^\{"error":".+"\}$/)
  })

  it.each(['/monitoring/x', '/monitoring/..%2f'])('answers 404 at %s', async (path) => {
    expect((await send(errorEnvelope(), {}, path)).status).toBe(404)
  })

  it.each(['/monitoringxyz', '/monitoring.html', '/monitoring%2fx'])('leaves %s to the application', async (path) => {
    const response = await fetch(server.origin + path)
    expect(response.status).toBe(404)
    expect(response.headers.get('content-type')).toMatch(/^text\/html/)
  })

  it('responds to a client that reads only after it has sent too much', async () => {
    const socket = connect(Number(new URL(server.origin).port), '127.0.0.1')
    socket.write('POST /monitoring HTTP/1.1\r\nhost: x\r\ncontent-length: 20000000\r\n\r\n')
    socket.write(Buffer.alloc(20_000_000, 'x'))
    await new Promise((resolve) => setTimeout(resolve, 500))
    const [response] = (await once(socket, 'data')) as [Buffer]
    expect(response.toString()).toMatch(/^HTTP\/1\.1 413 /)
    socket.destroy()
  })

  it.each([
    ['/monitoring', ''],
    ['/monitoring', 'content-encoding: gzip\r\n'],
    ['/monitoring/csp', ''],
  ])('survives clients that disconnect early: %s %s', async (path, header) => {
    const { port } = new URL(server.origin)
    for (let count = 0; count < 20; count++) {
      const socket = connect(Number(port), '127.0.0.1')
      socket.write(`POST ${path} HTTP/1.1\r\nhost: x\r\n${header}content-length: 1000\r\n\r\n`)
      socket.write(header === '' ? '{"dsn":' : gzipSync(errorEnvelope()).subarray(0, 50))
      await new Promise((resolve) => setTimeout(resolve, 5))
      socket.destroy()
    }
    expect((await send(errorEnvelope())).status).toBe(200)
  })

  it('writes nothing of a report into the log', async () => {
    await send(errorEnvelope(randomId(), undefined, { message: 'sesame' }))
    expect(server.log.join('\n')).not.toContain('sesame')
    expect(server.log.filter((line) => /"level":"(error|warn|fatal)"/.test(line))).toEqual([])
  })
})

describe('too many reports', () => {
  it('are rejected for a while, by client', async () => {
    const limited = await startForTest({ env: { TUNNEL_RATE_LIMIT: '2', TRUSTED_PROXIES: '127.0.0.1' } })
    const send40 = async (client: string) => {
      const headers = { 'x-forwarded-for': client }
      const sent = { method: 'POST', body: sessionEnvelope(), headers }
      const answers = await Promise.all(Array.from({ length: 40 }, () => fetch(`${limited.origin}/monitoring`, sent)))
      return answers.filter(({ status }) => status === 429)
    }
    const refused = await send40('203.0.113.9')
    expect(refused.length).toBeGreaterThanOrEqual(10)
    expect(refused.length).toBeLessThan(40)
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    // It has a token again after half a second, of these 40 requests a few; another client has all of its own.
    expect((await send40('203.0.113.10, 203.0.113.9')).length).toBeGreaterThan(refused.length)
    expect((await send40('203.0.113.10')).length).toBeLessThan(40)
  })
})
