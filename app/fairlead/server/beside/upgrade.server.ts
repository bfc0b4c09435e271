import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { proxyUpgrade } from 'httpxy'
import { withBasePath } from '#fairlead/platform/base-path.ts'
import type { Client } from '#fairlead/platform/http/forwarded.ts'
import { log } from '#fairlead/platform/log.server.ts'
import type { OldApplication } from '#fairlead/server/beside/beside.server.ts'
import { requestHeaders } from '#fairlead/server/http/proxy-headers.ts'

/** The time for the old application to accept a WebSocket, in milliseconds. */
const ACCEPT_MS = 30_000

/**
 * Connects a WebSocket to the old application: this one has none. Any other upgrade is refused, which its client need not
 * ask for (RFC 9110, 7.8). Never rejects.
 */
export async function connect(
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
  { origin, host, ownCookies }: OldApplication,
  client: Client,
): Promise<void> {
  socket.on('error', () => {})
  const { url = '', headers } = request
  if (request.method !== 'GET' || headers.upgrade?.toLowerCase() !== 'websocket') {
    return void socket.end('HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n')
  }
  const sent = new Headers(
    Object.entries(headers).flatMap(([name, values = []]) =>
      [values].flat().map((value): [string, string] => [name, value]),
    ),
  )
  request.headers = {
    ...requestHeaders(sent, client, ownCookies),
    connection: 'Upgrade',
    upgrade: 'websocket',
    host: host ?? client.hosts[0] ?? new URL(origin).host,
  }
  request.url = withBasePath(url)
  try {
    const other = await proxyUpgrade(origin, request, socket, head, { xfwd: false, upgradeTimeout: ACCEPT_MS })
    // An end is passed on, and a connection that is lost has none.
    socket.once('close', () => other.destroy())
    other.once('close', () => socket.destroy())
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    log.warn({ side: 'old', reason, path: url.split('?', 1)[0] }, 'no WebSocket')
  }
}
