import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** Another origin that says nothing for so long is given up. From the time limit of the original's proxy. */
export const PROXY_TIMEOUT_MS = 30_000

/** A request that has come through this many proxies is going round in a circle. */
const MAX_HOPS = 5

const NAME = 'fairlead'

/** Headers that concern one connection and not the next (RFC 9110, 7.6.1), and those that are made anew. */
const OF_ONE_CONNECTION = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'host',
  'expect',
]

const WITHOUT_BODY = new Set([101, 204, 205, 304])

export type ProxyFailure = { readonly status: 502 | 504 | 508; readonly reason: string }

/** Removes what concerns one connection: the fixed names and those that `Connection` lists. */
function dropHopByHop(headers: Headers): void {
  const listed = headers.get('connection')?.split(',') ?? []
  for (const name of [...OF_ONE_CONNECTION, ...listed.map((entry) => entry.trim())]) {
    if (/^[\w-]+$/.test(name)) headers.delete(name)
  }
}

/**
 * What the other origin is sent: the visitor's own headers, cookies and credentials included as the original does (the
 * table names the origin, so its author trusts it), and who asked for what at which address.
 */
export function headersFor(request: Request, address: string | undefined): Headers {
  const headers = new Headers(request.headers)
  const host = headers.get('host')
  dropHopByHop(headers)
  if (host) headers.set('x-forwarded-host', host)
  headers.set('x-forwarded-proto', new URL(request.url).protocol.slice(0, -1))
  if (address) headers.append('x-forwarded-for', address)
  headers.append('via', `1.1 ${NAME}`)
  return headers
}

function answerTo(request: Request, incoming: IncomingMessage): Response {
  const headers = new Headers()
  for (const [name, values] of Object.entries(incoming.headersDistinct)) {
    for (const value of values ?? []) headers.append(name, value)
  }
  dropHopByHop(headers)
  const { statusCode: status = 502 } = incoming
  const isEmpty = request.method === 'HEAD' || WITHOUT_BODY.has(status)
  if (isEmpty) incoming.resume()
  const body = isEmpty ? null : (Readable.toWeb(incoming) as ReadableStream<Uint8Array>)
  return new Response(body, { status, headers })
}

function failure(status: ProxyFailure['status'], reason: string): ProxyFailure {
  return { status, reason }
}

/**
 * Passes a request on to another origin and its answer back, both as they come: nothing is held, decoded or followed.
 *
 * @param target from a table, never from a request
 * @param address the visitor's, for `X-Forwarded-For`
 */
export function proxy(
  request: Request,
  target: string,
  { address, timeoutMs = PROXY_TIMEOUT_MS }: { address?: string | undefined; timeoutMs?: number } = {},
): Promise<Response | ProxyFailure> {
  const hops = request.headers.get('via')?.split(NAME).length ?? 1
  if (hops > MAX_HOPS) return Promise.resolve(failure(508, 'it goes round in a circle'))

  const { promise, resolve } = Promise.withResolvers<Response | ProxyFailure>()
  const send = target.startsWith('https:') ? requestHttps : requestHttp
  const outgoing: ClientRequest = send(target, {
    method: request.method,
    headers: Object.fromEntries(headersFor(request, address)),
  })
  let answer: IncomingMessage | undefined
  outgoing.setTimeout(timeoutMs, () => {
    resolve(failure(504, `it said nothing for ${timeoutMs} ms`))
    outgoing.destroy()
    answer?.destroy(new Error(`the other origin said nothing for ${timeoutMs} ms`))
  })
  outgoing.on('error', ({ message }) => resolve(failure(502, message)))
  outgoing.on('response', (incoming) => {
    answer = incoming
    resolve(answerTo(request, incoming))
  })
  // A visitor who leaves takes the request along.
  request.signal.addEventListener('abort', () => outgoing.destroy(), { once: true })

  if (request.body) {
    pipeline(Readable.fromWeb(request.body as import('node:stream/web').ReadableStream), outgoing).catch(
      ({ message }: Error) => resolve(failure(502, message)),
    )
  } else outgoing.end()
  return promise
}
