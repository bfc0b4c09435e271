import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import type { Client } from '#app/server/http/forwarded.ts'
import { headersFor, proxy as proxyTo, type ProxyOptions } from '#app/server/http/proxy.server.ts'

const client: Omit<Client, 'key'> = { address: '2.2.2.2', hosts: ['here.example'], protocol: 'https' }

function proxy(request: Request, target: string, options: Partial<ProxyOptions> = {}) {
  return proxyTo(request, target, { client, ownCookies: ['desk'], ...options })
}

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

async function listen(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

it('another origin that says nothing is given up after the time limit', async () => {
  const target = await listen(() => {})
  expect(await proxy(new Request('http://here/'), target, { timeoutMs: 50 })).toMatchObject({ status: 504 })
})

it('one that falls silent in the middle breaks off the answer', async () => {
  const target = await listen((_, response) => void response.writeHead(200).write('begun'))
  const answer = await proxy(new Request('http://here/'), target, { timeoutMs: 1_000 })
  expect(answer).toBeInstanceOf(Response)
  await expect(answer.text()).rejects.toThrow('it said nothing for 1000 ms')
})

it('one that is slow but goes on is waited for', async () => {
  const target = await listen((_, response) => {
    response.writeHead(200)
    let parts = 0
    const timer = setInterval(() => {
      response.write('.')
      if (++parts === 5) {
        clearInterval(timer)
        response.end()
      }
    }, 250)
  })
  const answer = await proxy(new Request('http://here/'), target, { timeoutMs: 1_000 })
  expect(await answer.text()).toBe('.....')
})

it('a visitor who leaves takes the request along', async () => {
  const closed = Promise.withResolvers<void>()
  const target = await listen((request) => void request.once('close', closed.resolve))
  const leaving = new AbortController()
  const answer = proxy(new Request('http://here/', { signal: leaving.signal }), target)
  setTimeout(() => leaving.abort(), 30)
  expect(await answer).toMatchObject({ status: 502 })
  await closed.promise
})

function bodyOf(...parts: string[]): ReadableStream {
  return new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(new TextEncoder().encode(part))
      controller.close()
    },
  })
}

function post(body: ReadableStream, headers: Record<string, string>, signal?: AbortSignal): Request {
  return new Request('http://here/', { method: 'POST', body, headers, duplex: 'half', signal } as RequestInit)
}

const CHUNKED = { 'transfer-encoding': 'chunked' }

it('a body is sent on as it comes', async () => {
  const target = await listen((request, response) => void request.pipe(response))
  for (const headers of [CHUNKED, { 'content-length': '7' }]) {
    expect(await (await proxy(post(bodyOf('one ', 'two'), headers), target)).text()).toBe('one two')
  }
})

describe('a connection that is kept open', () => {
  /** Answers each request with its method, path and body. */
  const echo: RequestListener = (request, response) => {
    const parts: string[] = []
    request.on('data', (part) => parts.push(String(part)))
    request.on('end', () => response.end(`${request.method} ${request.url} ${parts.join('')}`))
  }

  it.each(['GET', 'HEAD', 'DELETE', 'OPTIONS', 'POST'])(
    'does not take the next request for the body of a %s that announces one',
    async (method) => {
      const target = await listen(echo)
      const length = String(`GET /next HTTP/1.1\r\nhost: x\r\n\r\n`.length)
      const first = await proxy(new Request('http://here/', { method, headers: { 'content-length': length } }), target)
      if (first instanceof Response) await first.text()
      const next = await proxy(new Request('http://here/next'), `${target}next`)
      expect(await next.text()).toBe('GET /next ')
    },
  )

  it('is closed when a body ends before its length', async () => {
    const target = await listen(echo)
    expect(await proxy(post(bodyOf('one'), { 'content-length': '90' }), target)).toMatchObject({ status: 502 })
    const next = await proxy(new Request('http://here/next'), `${target}next`)
    expect(await next.text()).toBe('GET /next ')
  })

  it('is closed when the response comes before the body is sent', async () => {
    let connections = 0
    const target = await listen((request, response) => {
      if (request.url === '/next') return void response.end('next')
      response.writeHead(413).end('too large')
    })
    servers[0]?.on('connection', () => connections++)
    const endless = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode('one')),
      pull: () => new Promise(() => {}),
    })
    const first = await proxy(post(endless, CHUNKED), target)
    expect(first).toMatchObject({ status: 413 })
    await first.text()
    const next = await proxy(new Request('http://here/next'), `${target}next`)
    expect(await next.text()).toBe('next')
    expect(connections).toBe(2)
  })
})

it('a request without a body gets none', async () => {
  const target = await listen((request, response) => void response.end(JSON.stringify(request.headers)))
  const response = await proxy(new Request('http://here/', { method: 'DELETE' }), target)
  expect(await response.json()).not.toHaveProperty('transfer-encoding')
})

it.each([
  ['100', ['HTTP/1.1 100 Continue']],
  ['103', ['HTTP/1.1 103 Early Hints\r\nlink: </a.css>; rel=preload']],
  ['100 and 103', ['HTTP/1.1 100 Continue', 'HTTP/1.1 103 Early Hints\r\nlink: </a.css>; rel=preload']],
])('interim responses that nobody asked for are passed by: %s', async (_, interim) => {
  const server = createTcpServer((socket) => {
    socket.once('data', () => {
      socket.end(`${[...interim, 'HTTP/1.1 200 OK\r\ncontent-length: 4'].join('\r\n\r\n')}\r\n\r\ndone`)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const response = await proxy(
    new Request('http://here/'),
    `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
  )
  expect(await response.text()).toBe('done')
  expect(response.headers.get('link')).toBeNull()
  server.close()
})

it('a status that is none is a 502', async () => {
  const target = await listen((_, response) => void response.writeHead(999).end())
  expect(await proxy(new Request('http://here/'), target)).toMatchObject({ status: 502 })
})

describe('the headers of the other origin', () => {
  const sent = (headers: Record<string, string>, from = client) =>
    Object.fromEntries(headersFor(new Request('https://here.example/', { headers }), from, ['desk', 'draft']))

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

  it('continue the trace of the request, by a span of this server', () => {
    const { traceparent } = sent({ traceparent: `00-${'a1'.repeat(16)}-00f067aa0ba902b7-01` })
    expect(traceparent).toMatch(/^00-(?:a1){16}-(?!00f067aa0ba902b7)[\da-f]{16}-01$/)
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

it('another origin sets its own cookies and none of ours', async () => {
  const target = await listen((_, response) =>
    response.writeHead(200, { 'set-cookie': ['a=1; Path=/', 'desk=fixed; Path=/', ' desk =x'] }).end(),
  )
  const response = await proxy(new Request('http://here/'), target)
  expect(response.headers.getSetCookie()).toEqual(['a=1; Path=/'])
})

describe('a body without a length', () => {
  it.each(['DELETE', 'OPTIONS', 'POST', 'PUT', 'PATCH'])(
    'of a %s is one request for the other origin',
    async (method) => {
      const seen: string[] = []
      const target = await listen((request, response) => {
        let body = ''
        request.on('data', (chunk) => (body += String(chunk)))
        request.on('end', () => {
          seen.push(`${request.method} ${request.url} ${JSON.stringify(body)}`)
          response.end('yes')
        })
      })
      const smuggled = 'GET /admin HTTP/1.1\r\nHost: internal\r\nX-Forwarded-For: 127.0.0.1\r\n\r\n'
      for (const headers of [
        { 'transfer-encoding': 'chunked' },
        { connection: 'content-length', 'content-length': String(smuggled.length) },
      ]) {
        const stream = new Blob([smuggled]).stream()
        const request = new Request('http://here/', { method, headers, body: stream, duplex: 'half' } as RequestInit)
        expect(await (await proxy(request, target)).text()).toBe('yes')
      }
      // On the same connection.
      await (await proxy(new Request('http://here/'), target)).text()
      const whole = `${method} / ${JSON.stringify(smuggled)}`
      expect(seen).toEqual([whole, whole, 'GET / ""'])
    },
  )
})

it('an origin that falls silent while a visitor reads slowly is given up too', async () => {
  const target = await listen((_, response) => void response.writeHead(200).write(Buffer.alloc(200_000)))
  const response = await proxy(new Request('http://here/'), target, { timeoutMs: 200 })
  // Longer than the first time limit, with bytes that are left to be read.
  await new Promise((resolve) => setTimeout(resolve, 600))
  await expect(response.arrayBuffer()).rejects.toThrow('it said nothing for 200 ms')
})
