import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { once } from 'node:events'

export type OldApplication = {
  origin: string
  /** Requests so far, by method and URL. */
  requests: string[]
  /** Called for streams: each call writes one more piece. */
  next: () => void
  /** True while it accepts connections and does not answer. */
  isHanging: boolean
  stop: () => Promise<void>
  start: () => Promise<void>
}

const GZIPPED = gzipSync('<p>packed</p>')

const PAGE = `<!doctype html><html lang="en"><head><title>Old page</title><meta name="viewport" content="width=device-width"></head>
<body><h1>Old page</h1><nav><a id="new" href="/start">New page</a> <a id="old" href="/old/two">Second</a></nav>
<div style="height:3000px"></div><a id="end" href="/old/two">At the end</a></body></html>`

type Answer = (request: IncomingMessage, response: ServerResponse, old: OldApplication) => void | Promise<void>

/** Its answers, by path. Any other path is a page, an action, or not found. */
const ANSWERS: Record<string, Answer> = {
  '/old/asked': async (request, response) => {
    const { method, url, headers } = request
    const body = await text(request)
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ method, url, headers, body }))
  },
  '/old/cookies': (_, response) => {
    const cookies = ['flavour=oat; Path=/', 'session=stolen; Path=/', 'beside=3; Path=/', 'draft=x']
    response.writeHead(200, { 'set-cookie': cookies }).end()
  },
  '/old/headers': (_, response) => {
    const headers = {
      'content-security-policy': "default-src 'none'",
      'cache-control': 'public, max-age=60',
      'x-powered-by': 'old',
      link: ['</a.css>; rel=preload', '</b.css>; rel=preload'],
    }
    response.writeHead(200, 'Fine', headers).end('headers')
  },
  '/old/packed': (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' }).end(GZIPPED)
  },
  '/old/plain': (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(`<p>${'plain '.repeat(1_000)}</p>`)
  },
  '/old/part': ({ headers }, response) => {
    response.writeHead(206, { 'content-range': `bytes 2-4/10`, 'x-range': String(headers.range) }).end('234')
  },
  '/old/moved': ({ headers }, response) => {
    response.writeHead(307, { location: `http://${headers.host}/old/two?a=1` }).end()
  },
  '/old/moved-inside': (_, response, old) => {
    response.writeHead(308, { location: `${old.origin}/old/two` }).end()
  },
  '/old/hints': (_, response) => {
    response.writeEarlyHints({ link: ['</a.css>; rel=preload; as=style', '</b.js>; rel=preload; as=script'] })
    response.end('hinted')
  },
  '/old/trailers': (_, response) => {
    response.writeHead(200, { trailer: 'x-sum' })
    response.write('body')
    response.addTrailers({ 'x-sum': '42' })
    response.end()
  },
  '/old/events': (_, response, old) => {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })
    let number = 0
    old.next = () => void response.write(`data: ${(number += 1)}\n\n`)
    old.next()
  },
  '/old/elsewhere': (_, response, old) => {
    response.writeHead(307, { location: `${old.origin}//evil.example/` }).end()
  },
  '/old/tricks': (_, response) => {
    response.setHeader('set-cookie', ['=session=1', 'x=1'])
    response.addTrailers({ 'set-cookie': 'session=2', 'x-sum': '1' })
    response.write('body')
    response.end()
  },
  '/old/broken': (_, response) => {
    response.writeHead(200, { 'content-length': '100' })
    response.write('begun')
    setImmediate(() => response.destroy())
  },
  '/old/fails': (_, response) => void response.writeHead(500).end('it fails'),
}

/** Starts an application that stands for an old one: a plain server without any framework. It echoes upgrades. */
export async function startOldApplication(): Promise<OldApplication> {
  let server: Server
  let port = 0
  const sockets = new Set<Socket>()
  const old: OldApplication = {
    origin: '',
    requests: [],
    next: () => {},
    isHanging: false,
    stop: async () => {
      server.close()
      // The server no longer knows the sockets of WebSockets, so they are destroyed here.
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
    start: async () => {
      server = createServer((request, response) => {
        const { method = '', url = '/' } = request
        old.requests.push(`${method} ${url}`)
        if (old.isHanging) return
        const answer = ANSWERS[url.split('?', 1)[0] ?? '']
        if (answer) return void answer(request, response, old)
        if (request.headers['next-action']) return void response.end('action of old')
        const isPage = !url.startsWith('/nowhere')
        response.writeHead(isPage ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' })
        response.end(isPage ? PAGE : '<h1>Not found, says the old one</h1>')
      })
      server.on('connection', (socket) => sockets.add(socket.once('close', () => sockets.delete(socket))))
      server.on('upgrade', (request: IncomingMessage, socket) => {
        old.requests.push(`UPGRADE ${request.url}`)
        socket.on('close', () => old.requests.push('CLOSED')).on('error', () => {})
        socket.on('end', () => socket.end())
        if (old.isHanging) return void socket.resume()
        if (request.url === '/refused') return void socket.end('HTTP/1.1 403 No\r\nset-cookie: session=1\r\n\r\nno')
        const accept = JSON.stringify(request.headers)
        socket.write(
          `HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: Upgrade\r\nset-cookie: session=1\r\nset-cookie: y=1\r\nx-sent: ${accept}\r\n\r\n`,
        )
        socket.on('data', (data: Buffer) => socket.write(data))
      })
      server.listen(port, '127.0.0.1')
      await once(server, 'listening')
      ;({ port } = server.address() as AddressInfo)
      old.origin = `http://127.0.0.1:${port}`
    },
  }
  await old.start()
  return old
}
