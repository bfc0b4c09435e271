import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { headersFor, proxy } from '#app/navigation/rules/proxy.server.ts'

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
  const answer = await proxy(new Request('http://here/'), target, { timeoutMs: 50 })
  expect(answer).toBeInstanceOf(Response)
  await expect((answer as Response).text()).rejects.toThrow(/said nothing for 50/)
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
    }, 30)
  })
  const answer = await proxy(new Request('http://here/'), target, { timeoutMs: 100 })
  expect(await (answer as Response).text()).toBe('.....')
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

it('a body is sent on as it comes', async () => {
  const target = await listen((request, response) => void request.pipe(response))
  const body = new ReadableStream({
    start(controller) {
      for (const part of ['one ', 'two']) controller.enqueue(new TextEncoder().encode(part))
      controller.close()
    },
  })
  const request = new Request('http://here/', { method: 'POST', body, duplex: 'half' } as RequestInit)
  expect(await ((await proxy(request, target)) as Response).text()).toBe('one two')
})

it('a name that Connection lists is dropped, and what a visitor claims is kept before what is known', () => {
  const headers = headersFor(
    new Request('https://here.example/', {
      headers: { connection: 'x-one, x-two', 'x-one': '1', 'x-two': '2', 'x-three': '3', 'x-forwarded-for': '1.1.1.1' },
    }),
    '2.2.2.2',
  )
  expect(Object.fromEntries(headers)).toEqual({
    'x-three': '3',
    'x-forwarded-for': '1.1.1.1, 2.2.2.2',
    'x-forwarded-proto': 'https',
    via: '1.1 fairlead',
  })
})
