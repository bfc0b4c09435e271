import { once } from 'node:events'
import { Agent, get, type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { describe, expect, inject, it } from 'vitest'
import { startForTest } from '#tests/harness/with-server.ts'

/** Returns for how many seconds a server says that it keeps a connection without requests. */
async function idleSeconds(origin: string): Promise<number> {
  const agent = new Agent({ keepAlive: true })
  const [response] = (await once(get(`${origin}/healthz`, { agent }), 'response')) as [IncomingMessage]
  response.resume()
  await once(response, 'end')
  agent.destroy()
  return Number(/^timeout=(\d+)$/.exec(String(response.headers['keep-alive']))?.[1])
}

describe('a connection without requests', () => {
  it('stays open for longer than the 60 s of a proxy, which may send a request at its end', async () => {
    expect(await idleSeconds(inject('origin'))).toBeGreaterThan(60)
  })

  it('stays open for as long as KEEP_ALIVE_TIMEOUT says, in each worker', async () => {
    const { origin } = await startForTest({ env: { KEEP_ALIVE_TIMEOUT: '620', WORKERS: '2' } })
    expect(await idleSeconds(origin)).toBe(620)
  })
})

/** Sends the lines of a request, without its body, and returns the status lines of the responses. */
async function statusesOf(...lines: string[]): Promise<string[]> {
  const { hostname, port, host, origin } = new URL(inject('origin'))
  const socket = connect(Number(port), hostname)
  const [line = '', ...others] = lines
  const fields = [`host: ${host}`, `origin: ${origin}`, 'connection: close', ...others]
  socket.write(`${[line, ...fields].join('\r\n')}\r\n\r\n`)
  let text = ''
  socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
  await expect.poll(() => text).toMatch(/HTTP\/1\.1 (?!100)\d+/)
  socket.destroy()
  return [...text.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status = '']) => status)
}

it('two Host headers are 400', async () => {
  expect(await statusesOf('GET / HTTP/1.1', 'host: elsewhere.example')).toEqual(['400'])
})

describe.each(['/readings', '/monitoring'])('a body for %s', (path) => {
  const TOO_LARGE = 'content-length: 1000000000'

  it('whose Content-Length is over the limit is refused before it comes', async () => {
    expect(await statusesOf(`POST ${path} HTTP/1.1`, TOO_LARGE)).toEqual(['413'])
  })

  it('is not invited when it will be refused', async () => {
    expect(await statusesOf(`POST ${path} HTTP/1.1`, TOO_LARGE, 'expect: 100-continue')).toEqual(['413'])
  })
})

it('a body that is not refused is invited', async () => {
  const { origin } = new URL(inject('origin'))
  const options = { method: 'POST', headers: { origin, expect: '100-continue', 'content-type': 'application/json' } }
  const outgoing = request(`${origin}/readings`, options)
  outgoing.flushHeaders()
  await once(outgoing, 'continue')
  outgoing.end('{}')
  const [{ statusCode }] = (await once(outgoing, 'response')) as [IncomingMessage]
  expect(statusCode).toBe(201)
})

/** Sends a body that has no end, and resolves to the status of its response once the server has closed the connection. */
async function statusOfEndless(line: string): Promise<string | undefined> {
  const { hostname, port, host, origin } = new URL(inject('origin'))
  const socket = connect(Number(port), hostname)
  const fields = [`host: ${host}`, `origin: ${origin}`, 'content-type: text/plain', 'transfer-encoding: chunked']
  socket.write(`${[line, ...fields].join('\r\n')}\r\n\r\n`)
  let text = ''
  socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
  // The connection may be reset.
  socket.on('error', () => {})
  const sending = setInterval(() => socket.write('1\r\na\r\n'), 20)
  await new Promise((resolve) => socket.once('close', resolve))
  clearInterval(sending)
  return /^HTTP\/1\.1 (\d+)/.exec(text)?.[1]
}

it.concurrent.each([
  ['a prepared page', 'GET / HTTP/1.1', '200'],
  ['a page, which takes no body', 'POST /guide HTTP/1.1', '405'],
  ['a file', 'GET /favicon.svg HTTP/1.1', '200'],
  ['a server route without this method', 'DELETE /readings HTTP/1.1', '405'],
  ['an unknown function of the server', 'POST /_serverFn/none HTTP/1.1', '404'],
])('a connection is closed when the body does not end after the response of %s', async (_, line, status) => {
  expect(await statusOfEndless(line)).toBe(status)
})
