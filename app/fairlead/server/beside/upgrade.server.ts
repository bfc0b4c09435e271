import { type IncomingMessage, request as requestByHttp, STATUS_CODES } from 'node:http'
import { request as requestByHttps } from 'node:https'
import type { Duplex } from 'node:stream'
import { withBasePath } from '#fairlead/platform/base-path.ts'
import type { Client } from '#fairlead/platform/http/forwarded.ts'
import { log } from '#fairlead/platform/log.server.ts'
import type { OldApplication } from '#fairlead/server/beside/beside.server.ts'
import { type HeaderList, isLoop, requestHeaders, responseHeaders } from '#fairlead/server/http/proxy-headers.ts'

/** The time for the old application to accept a WebSocket, in milliseconds. */
const ACCEPT_MS = 30_000

/** Writes the head of a response to a socket that Node's server has given away. */
function writeHead(socket: Duplex, status: number, headers: HeaderList): void {
  const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, ...headers.map((field) => field.join(': '))]
  socket.write(`${lines.join('\r\n')}\r\n\r\n`, 'latin1')
}

/** Refuses an upgrade: a client learns the status, and has no use for more. */
function refuse(socket: Duplex, status: number): void {
  const headers: HeaderList = [
    ['connection', 'close'],
    ['content-length', '0'],
  ]
  if (socket.writable) writeHead(socket, status, headers)
  socket.end()
}

const headersOf = ({ headers }: IncomingMessage): Headers =>
  new Headers(
    Object.entries(headers).flatMap(([name, values = []]) =>
      [values].flat().map((value): [string, string] => [name, value]),
    ),
  )

/**
 * Connects a WebSocket to the old application, because this one has none. Both connections end together. A client that
 * leaves while it waits ends the connection to the old application.
 */
export function connect(
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
  { origin, host, ownCookies }: OldApplication,
  client: Client,
): void {
  const { url = '/', headers } = request
  const fail = (status: number, reason: string): void => {
    log.warn({ side: 'old', status, reason, path: url.split('?', 1)[0] }, 'no WebSocket')
    refuse(socket, status)
  }
  if (headers.upgrade?.toLowerCase() !== 'websocket') return fail(400, 'another protocol is asked for')
  const asked = headersOf(request)
  if (isLoop(asked)) return fail(508, 'it goes round in a circle')

  const open = origin.startsWith('https:') ? requestByHttps : requestByHttp
  const outgoing = open(origin + withBasePath(url), {
    agent: false,
    timeout: ACCEPT_MS,
    headers: {
      ...requestHeaders(asked, client, ownCookies),
      connection: 'Upgrade',
      upgrade: 'websocket',
      host: host ?? client.hosts[0] ?? new URL(origin).host,
    },
  })
  const leave = (): void => void outgoing.destroy()
  socket.once('end', leave).once('close', leave)
  // An error that comes after the answer has ended both connections.
  outgoing.once('error', (error) => fail(502, error.message)).on('error', () => {})
  outgoing.once('timeout', () => outgoing.destroy(new Error(`it said nothing for ${ACCEPT_MS} ms`)))
  outgoing.once('response', (response) => {
    response.on('error', () => {}).destroy()
    refuse(socket, response.statusCode ?? 502)
  })
  outgoing.once('upgrade', (response, other, first) => {
    socket.off('end', leave)
    other.setTimeout(0)
    writeHead(socket, 101, [
      ['connection', 'Upgrade'],
      ['upgrade', 'websocket'],
      ...responseHeaders(response.rawHeaders, ownCookies),
    ])
    if (first.length > 0) socket.write(first)
    if (head.length > 0) other.write(head)
    other.on('error', () => socket.destroy()).once('close', () => socket.destroy())
    socket.once('close', () => other.destroy())
    other.pipe(socket).pipe(other)
  })
  outgoing.end()
}
