import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { createServer as createTcpServer } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { Client } from '#fairlead/platform/http/forwarded.ts'
import { requestHeaders } from '#fairlead/server/http/proxy-headers.ts'
import { proxy as proxyTo, type ProxyOptions } from '#fairlead/server/http/proxy.server.ts'
import { listen } from '#tests/harness/listen.ts'

const client: Omit<Client, 'key'> = { address: '2.2.2.2', hosts: ['here.example'], protocol: 'https' }

function proxy(request: Request, target: string, options: Partial<ProxyOptions> = {}) {
  return proxyTo(request, target, { client, ownCookies: ['desk'], ...options })
}

const get = (path = '') => new Request(`http://here/${path}`)

/** Starts another origin for the present test, and returns its address. */
const startOrigin = (answer: RequestListener) => listen(createServer(answer))

it('another origin that says nothing is given up after the time limit', async () => {
  const target = await startOrigin(() => {})
  expect(await proxy(get(), target, { timeoutMs: 50 })).toMatchObject({ status: 504 })
})

it('another origin that falls silent in the middle breaks off the answer', async () => {
  const target = await startOrigin((_, response) => void response.writeHead(200).write('begun'))
  const answer = await proxy(get(), target, { timeoutMs: 200 })
  await expect(answer.text()).rejects.toThrow('it said nothing for 200 ms')
})

async function* slowly() {
  for (let parts = 0; parts < 5; parts++) {
    await sleep(250)
    yield '.'
  }
}

it('another origin that is slow but goes on is waited for', async () => {
  const target = await startOrigin((_, response) => {
    Readable.from(slowly()).pipe(response)
  })
  const answer = await proxy(get(), target, { timeoutMs: 1_000 })
  expect(await answer.text()).toBe('.....')
})

it('a visitor who leaves takes the request along', async () => {
  const closed = Promise.withResolvers<void>()
  const target = await startOrigin((request) => void request.once('close', closed.resolve))
  const leaving = new AbortController()
  const answer = proxy(new Request('http://here/', { signal: leaving.signal }), target)
  setTimeout(() => leaving.abort(), 30)
  expect(await answer).toMatchObject({ status: 502 })
  await closed.promise
})

const bodyOf = (...parts: string[]) =>
  Readable.toWeb(Readable.from(parts.map((part) => Buffer.from(part)))) as ReadableStream

function sending(method: string, body: ReadableStream, headers: Record<string, string>): Request {
  return new Request('http://here/', { method, body, headers, duplex: 'half' } as RequestInit)
}

const post = (body: ReadableStream, headers: Record<string, string>) => sending('POST', body, headers)

const CHUNKED = { 'transfer-encoding': 'chunked' }

it('a body is sent on as it comes', async () => {
  const target = await startOrigin((request, response) => void request.pipe(response))
  for (const headers of [CHUNKED, { 'content-length': '7' }]) {
    expect(await (await proxy(post(bodyOf('one ', 'two'), headers), target)).text()).toBe('one two')
  }
})

/** Answers each request with its method, path and body. */
function echo(request: IncomingMessage, response: ServerResponse): void {
  text(request).then(
    (body) => response.end(`${request.method} ${request.url} ${body}`),
    () => response.destroy(),
  )
}

describe('a connection that is kept open', () => {
  it.each(['GET', 'POST'])('does not take the next request for the body that a %s announces', async (method) => {
    const target = await startOrigin(echo)
    const headers = { 'content-length': String(`GET /next HTTP/1.1\r\nhost: x\r\n\r\n`.length) }
    await (await proxy(new Request('http://here/', { method, headers }), target)).text()
    const next = await proxy(get('next'), `${target}/next`)
    expect(await next.text()).toBe('GET /next ')
  })

  it('is closed when a body ends before its length', async () => {
    const target = await startOrigin(echo)
    expect(await proxy(post(bodyOf('one'), { 'content-length': '90' }), target)).toMatchObject({ status: 502 })
    const next = await proxy(get('next'), `${target}/next`)
    expect(await next.text()).toBe('GET /next ')
  })

  it('is closed when the response comes before the body is sent', async () => {
    let connections = 0
    const server = createServer((request, response) => {
      if (request.url === '/next') return void response.end('next')
      response.writeHead(413).end('too large')
    }).on('connection', () => connections++)
    const target = await listen(server)
    const endless = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode('one')),
      pull: () => new Promise(() => {}),
    })
    const first = await proxy(post(endless, CHUNKED), target)
    expect(first).toMatchObject({ status: 413 })
    await first.text()
    const next = await proxy(get('next'), `${target}/next`)
    expect(await next.text()).toBe('next')
    expect(connections).toBe(2)
  })
})

describe('a connection that is closed as it is used again', () => {
  const start = () => {
    const asked = new WeakMap<object, number>()
    return startOrigin(({ socket, url }, response) => {
      const count = (asked.get(socket) ?? 0) + 1
      asked.set(socket, count)
      if (count > 1) socket.resetAndDestroy()
      else response.end(url)
    })
  }

  it('is replaced by another', async () => {
    const target = await start()
    for (const path of ['/one', '/two']) {
      expect(await (await proxy(get(path.slice(1)), target + path)).text()).toBe(path)
    }
  })

  it('has a POST fail, which may have been done', async () => {
    const target = await start()
    await (await proxy(get('one'), `${target}/one`)).text()
    const again = await proxy(new Request('http://here/two', { method: 'POST' }), `${target}/two`)
    expect(again.status).toBe(502)
  })
})

it.each([204, 205])('a %i has no length, whatever its headers say', async (status) => {
  const head = `HTTP/1.1 ${status} x\r\ncontent-length: 5\r\n\r\n`
  const target = await listen(createTcpServer((socket) => socket.once('data', () => socket.end(head))))
  expect((await proxy(get(), target)).headers.get('content-length')).toBeNull()
})

it('a reason phrase has nothing that a server may not send', async () => {
  const head = 'HTTP/1.1 200 a\u0001b\r\ncontent-length: 2\r\n\r\nok'
  const target = await listen(createTcpServer((socket) => socket.once('data', () => socket.end(head))))
  expect((await proxy(get(), target)).statusText).toBe('ab')
})

it('a request without a body is sent on without one', async () => {
  const target = await startOrigin((request, response) => void response.end(JSON.stringify(request.headers)))
  const response = await proxy(new Request('http://here/', { method: 'DELETE' }), target)
  expect(await response.json()).not.toHaveProperty('transfer-encoding')
})

it('interim responses that nobody asked for are passed by', async () => {
  const heads = [
    'HTTP/1.1 100 Continue',
    'HTTP/1.1 103 Early Hints\r\nlink: </a.css>; rel=preload',
    'HTTP/1.1 200 OK\r\ncontent-length: 4',
  ]
  const target = await listen(
    createTcpServer((socket) => socket.once('data', () => socket.end([...heads, 'done'].join('\r\n\r\n')))),
  )
  const response = await proxy(get(), target)
  expect(await response.text()).toBe('done')
  expect(response.headers.get('link')).toBeNull()
})

it('a status that is none is a 502', async () => {
  const target = await startOrigin((_, response) => void response.writeHead(999).end())
  expect(await proxy(get(), target)).toMatchObject({ status: 502 })
})

describe('the headers of the other origin', () => {
  const sent = (headers: Record<string, string>, from = client) =>
    requestHeaders(new Headers(headers), from, ['desk', 'draft'])

  it('have nothing of the connection and nothing that a visitor says of who asks', () => {
    const headers = {
      connection: 'x-one, x-two',
      'x-one': '1',
      'x-two': '2',
      'x-three': '3',
      forwarded: 'for=1.1.1.1',
      'x-forwarded-for': '1.1.1.1',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-port': '1',
      'x-forwarded-proto': 'gopher',
      'x-forwarded-prefix': '/evil',
      x_forwarded_for: '1.1.1.1',
      'x-real-ip': '1.1.1.1',
    }
    expect(sent(headers)).toEqual({
      'x-three': '3',
      'x-forwarded-for': '2.2.2.2',
      'x-forwarded-host': 'here.example',
      'x-forwarded-proto': 'https',
      via: '1.1 fairlead',
    })
  })

  it('have no address and host where none is known', () => {
    const unknown = sent({ 'x-forwarded-for': '1.1.1.1' }, { address: '', hosts: [], protocol: 'http' })
    expect(unknown).toEqual({ 'x-forwarded-proto': 'http', via: '1.1 fairlead' })
  })

  it.each([
    ['a=1; desk=secret; b=2', 'a=1; b=2'],
    ['desk=secret; a=1', 'a=1'],
    ['desk =secret;draft=x', undefined],
    ['desk; adesk=1; desktop=2', 'adesk=1; desktop=2'],
    ['a=1;b=2', 'a=1;b=2'],
  ])('have the cookies %j as %j', (cookie, passed) => {
    expect(sent({ cookie }).cookie).toBe(passed)
  })
})

it('the trace of a request is continued by a span of this server', async () => {
  const target = await startOrigin(({ headers }, response) => void response.end(headers.traceparent))
  const headers = { traceparent: `00-${'a1'.repeat(16)}-00f067aa0ba902b7-01` }
  const traceparent = await (await proxy(new Request('http://here/', { headers }), target)).text()
  expect(traceparent).toMatch(/^00-(?:a1){16}-(?!00f067aa0ba902b7)[\da-f]{16}-01$/)
})

it('another origin sets its own cookies and none of ours', async () => {
  const target = await startOrigin((_, response) =>
    response.writeHead(200, { 'set-cookie': ['a=1; Path=/', 'desk=fixed; Path=/', ' desk =x'] }).end(),
  )
  const response = await proxy(get(), target)
  expect(response.headers.getSetCookie()).toEqual(['a=1; Path=/'])
})

it.each(['DELETE', 'POST'])('a body of a %s without a length is one request for the other origin', async (method) => {
  const seen: string[] = []
  const target = await startOrigin((request, response) => {
    seen.push(request.url ?? '')
    echo(request, response)
  })
  const smuggled = 'GET /admin HTTP/1.1\r\nHost: internal\r\nX-Forwarded-For: 127.0.0.1\r\n\r\n'
  const length = { connection: 'content-length', 'content-length': String(smuggled.length) }
  for (const headers of [CHUNKED, length]) {
    const answer = await proxy(sending(method, new Blob([smuggled]).stream(), headers), target)
    expect(await answer.text()).toBe(`${method} / ${smuggled}`)
  }
  // On the same connection.
  expect(await (await proxy(get(), target)).text()).toBe('GET / ')
  expect(seen).toEqual(['/', '/', '/'])
})

it('an origin that falls silent while a visitor reads slowly is given up too', async () => {
  const target = await startOrigin((_, response) => void response.writeHead(200).write(Buffer.alloc(200_000)))
  const response = await proxy(get(), target, { timeoutMs: 200 })
  // Longer than the first time limit, with bytes that are left to be read.
  await new Promise((resolve) => setTimeout(resolve, 600))
  await expect(response.arrayBuffer()).rejects.toThrow('it said nothing for 200 ms')
})
