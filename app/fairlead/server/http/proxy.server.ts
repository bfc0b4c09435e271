import {
  type ClientRequest,
  type IncomingMessage,
  request as requestByHttp,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http'
import { request as requestByHttps } from 'node:https'
import { pipeline, Readable } from 'node:stream'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import { FastResponse } from 'srvx/node'
import { traceParent } from '#fairlead/error-reports/build-event.server.ts'
import type { Client } from '#fairlead/platform/http/forwarded.ts'
import { markProxied } from '#fairlead/server/http/proxied-response.ts'
import { log } from '#fairlead/platform/log.server.ts'

/** The time without a byte after which another origin is given up: the time limit of Next.js's proxy. */
const PROXY_TIMEOUT_MS = 30_000

/** The number of our own proxies after which a request is taken for a loop. */
const MAX_HOPS = 5

const NAME = 'fairlead'

/** Headers of one connection, which are not forwarded (RFC 9110, 7.6.1), and headers that the client sets. */
const HOP_BY_HOP = [
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

/** Headers by which proxies name the client. Those of the request itself are not forwarded. */
const FORWARDED = /^(?:forwarded|x-forwarded(?:-.*)?|x-real-ip)$/

const WITHOUT_BODY = new Set([204, 205, 304])

class TimeoutError extends Error {}

/** The response of Node that a request will get; `undefined` for a request that came by no connection. */
function nodeResponseOf(request: Request): ServerResponse | undefined {
  return (request as Request & { runtime?: { node?: { res?: ServerResponse } } }).runtime?.node?.res
}

/** Returns the body of a request: null unless its headers announce one (RFC 9112, 6.3). */
function bodyOf({ headers, body }: Request): Request['body'] {
  return headers.has('content-length') || headers.has('transfer-encoding') ? body : null
}

function dropHopByHop(headers: Headers): void {
  const listed = headers.get('connection')?.split(',') ?? []
  for (const name of [...HOP_BY_HOP, ...listed.map((entry) => entry.trim())]) {
    if (/^[\w-]+$/.test(name)) headers.delete(name)
  }
}

function cookieName(pair: string): string {
  return pair.split('=', 1)[0]?.trim() ?? ''
}

function dropCookies(headers: Headers, names: readonly string[]): void {
  const pairs = headers.get('cookie')?.split(';') ?? []
  const passed = pairs.filter((pair) => !names.includes(cookieName(pair)))
  if (passed.length === pairs.length) return
  if (passed.length === 0) headers.delete('cookie')
  else headers.set('cookie', passed.join(';').trim())
}

/**
 * Returns the headers for the other origin: the request's, and headers that name the client. Cookies and credentials are
 * forwarded as in Next.js, because the table's author trusts the origin; this application's cookies are not.
 */
export function headersFor(
  request: Request,
  { address, hosts: [host], protocol }: Omit<Client, 'key'>,
  ownCookies: readonly string[],
): Headers {
  const headers = new Headers(request.headers)
  dropHopByHop(headers)
  for (const name of Array.from(headers.keys())) if (FORWARDED.test(name)) headers.delete(name)
  // The length of a body that is not sent would make the next request on the connection its body.
  if (!bodyOf(request)) headers.delete('content-length')
  dropCookies(headers, ownCookies)
  if (host !== undefined) headers.set('x-forwarded-host', host)
  headers.set('x-forwarded-proto', protocol)
  if (address !== '') headers.set('x-forwarded-for', address)
  headers.append('via', `1.1 ${NAME}`)
  const traceparent = traceParent(request)
  if (traceparent !== undefined) headers.set('traceparent', traceparent)
  return headers
}

/** Passes a body on, and fails if its length is another than its header says: the next request would be its rest. */
function ofLength(length: string | null) {
  return async function* (chunks: AsyncIterable<Uint8Array>) {
    let missing = Number(length)
    for await (const chunk of chunks) {
      missing -= chunk.length
      yield chunk
    }
    if (length !== null && missing !== 0) throw new Error('the body has another length than announced')
  }
}

/** Tells the client what it may load while the page is made (103, RFC 8297). Node refuses a malformed `Link`. */
function passOnEarlyHints(outgoing: ClientRequest, response: ServerResponse): void {
  outgoing.on('information', ({ statusCode, headers }) => {
    if (statusCode !== 103 || response.headersSent) return
    const hints = Object.entries(headers).filter(([, value]) => value !== undefined)
    try {
      response.writeEarlyHints(Object.fromEntries(hints) as Record<string, string | string[]>)
    } catch {
      // They only save time.
    }
  })
}

type Sending = {
  readonly headers: Headers
  readonly timeoutMs: number
  readonly isStream: boolean
  /** A connection that was kept open may be closed by the other end as it is used again. */
  readonly onNewConnection?: boolean
}

/**
 * Sends a request, and resolves with the response once its headers are there. A connection whose request was not sent
 * whole is not used again.
 */
function send(target: string, request: Request, options: Sending): Promise<IncomingMessage> {
  const { headers, timeoutMs, isStream, onNewConnection = false } = options
  return new Promise((resolve, reject) => {
    const open = target.startsWith('https:') ? requestByHttps : requestByHttp
    const outgoing = open(target, {
      method: request.method,
      headers: Object.fromEntries(headers),
      ...(onNewConnection && { agent: false }),
      // A client that disconnects aborts the request.
      signal: request.signal,
      timeout: timeoutMs,
    })
    const client = nodeResponseOf(request)
    if (client) passOnEarlyHints(outgoing, client)
    let received: IncomingMessage | undefined
    outgoing.once('response', (response) => {
      received = response
      if (isStream) outgoing.setTimeout(0)
      response.once('end', () => {
        if (client && !client.destroyed) client.addTrailers(response.trailers)
        if (!outgoing.writableFinished) outgoing.destroy()
      })
      resolve(response)
    })
    let bytes: number | undefined
    const onTimeout = (): void => {
      const error = new TimeoutError(`it said nothing for ${timeoutMs} ms`)
      if (!received) return void outgoing.destroy(error)
      if (received.closed) return
      const { bytesRead } = received.socket
      if (received.readableLength === 0 && bytesRead === (bytes ?? bytesRead)) return void received.destroy(error)
      // The origin waits for a slow visitor. Node tells of one timeout of a request only, so look again.
      bytes = bytesRead
      setTimeout(onTimeout, timeoutMs).unref()
    }
    outgoing.once('timeout', onTimeout)
    const body = bodyOf(request)
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      const isStale = outgoing.reusedSocket && error.code === 'ECONNRESET' && !body && !received
      if (!isStale) return reject(error)
      send(target, request, { ...options, onNewConnection: true }).then(resolve, reject)
    })
    outgoing.once('close', () => {
      if (!outgoing.errored) reject(new Error('it closed the connection'))
    })
    if (!body) return void outgoing.end()
    // Node's client does so for POST. Without it the body of a DELETE would be the next request on the connection.
    if (!headers.has('content-length')) outgoing.setHeader('transfer-encoding', 'chunked')
    const readable = Readable.fromWeb(body as NodeReadableStream)
    pipeline(readable, ofLength(headers.get('content-length')), outgoing, () => {})
  })
}

/** @throws Error for a status that no response has */
function responseTo(request: Request, received: IncomingMessage, ownCookies: readonly string[]): Response {
  const { statusCode: status = 0, statusMessage: statusText = '', rawHeaders } = received
  const headers = new Headers()
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const [name = '', value = ''] = rawHeaders.slice(index, index + 2)
    if (name.toLowerCase() !== 'set-cookie' || !ownCookies.includes(cookieName(value))) headers.append(name, value)
  }
  dropHopByHop(headers)
  const isEmpty = request.method === 'HEAD' || WITHOUT_BODY.has(status)
  const isStatus = status >= 200 && status <= 599
  if (isEmpty || !isStatus) received.on('error', () => {}).resume()
  if (!isStatus) throw new Error(`its status is ${status}`)
  // Node sends the stream on without a copy of its bytes.
  const body = isEmpty ? null : (received as unknown as ReadableStream)
  return new FastResponse(body, { status, statusText, headers })
}

export type ProxyOptions = {
  readonly client: Omit<Client, 'key'>
  /** Names of cookies that are neither forwarded nor accepted. */
  readonly ownCookies: readonly string[]
  /** The `Host` of the request; default that of the target. */
  readonly host?: string | undefined
  /** The time without a byte after which it is given up, in milliseconds; default 30 000. */
  readonly timeoutMs?: number
  /** True: once the headers are there, the response may be silent for any time. */
  readonly isStream?: boolean
}

export class ProxyError extends Error {
  override name = 'ProxyError'
  readonly status: 502 | 504 | 508

  constructor(status: ProxyError['status'], reason: string) {
    super(reason)
    this.status = status
  }
}

/**
 * Forwards a request to another origin and returns its response, both as streams: nothing is buffered, decoded or
 * followed. Early hints (103) and trailers reach the client.
 *
 * @param target a URL from the configuration, never from the request alone
 * @throws ProxyError when there is no response; its message is the reason
 */
export async function forward(request: Request, target: string, options: ProxyOptions): Promise<Response> {
  const { client, ownCookies, host, timeoutMs = PROXY_TIMEOUT_MS, isStream = false } = options
  const hops = request.headers.get('via')?.split(NAME).length ?? 1
  if (hops > MAX_HOPS) throw new ProxyError(508, 'it goes round in a circle')
  const headers = headersFor(request, client, ownCookies)
  if (host !== undefined) headers.set('host', host)
  try {
    return responseTo(request, await send(target, request, { headers, timeoutMs, isStream }), ownCookies)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ProxyError(error instanceof TimeoutError ? 504 : 502, reason)
  }
}

/** Forwards a request by a rule. A request that fails is logged, and responded to with 502, 504 or 508. */
export async function proxy(request: Request, target: string, options: ProxyOptions): Promise<Response> {
  try {
    return markProxied(await forward(request, target, options))
  } catch (error) {
    if (!(error instanceof ProxyError)) throw error
    const { status, message: reason } = error
    log.warn({ target: new URL(target).origin, status, reason }, 'another origin did not answer')
    return new Response(`${STATUS_CODES[status]}\n`, { status })
  }
}
