import { Readable } from 'node:stream'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import type { Client } from '#app/server/http/forwarded.ts'
import { Agent, type Dispatcher, errors, request as send } from 'undici'

/** The time without a byte after which another origin is given up: the time limit of Next.js's proxy. */
const PROXY_TIMEOUT_MS = 30_000

/** The number of our own proxies after which a request is taken for a loop. */
const MAX_HOPS = 5

const NAME = 'fairlead'

/** Headers of one connection, which are not forwarded (RFC 9110, 7.6.1), and those that are set anew. */
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

const TIMEOUTS = new Set(['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'])

/** Destroys a connection whose request was not sent whole, so that none is reused in the middle of a body. */
const agent = new Agent({ allowH2: false })

export type ProxyFailure = { readonly status: 502 | 504 | 508; readonly reason: string }

/** Returns the body of a request: null unless its headers announce one (RFC 9112, 6.3). */
function bodyOf({ headers, body }: Request): Request['body'] {
  return headers.has('content-length') || headers.has('transfer-encoding') ? body : null
}

/** Removes the headers of one connection: the fixed names and those that `Connection` lists. */
function dropHopByHop(headers: Headers): void {
  const listed = headers.get('connection')?.split(',') ?? []
  for (const name of [...HOP_BY_HOP, ...listed.map((entry) => entry.trim())]) {
    if (/^[\w-]+$/.test(name)) headers.delete(name)
  }
}

/** Returns the name of the cookie in `name=value; …`, the form of both `Cookie` and `Set-Cookie`. */
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
 * Returns the headers for the other origin: the request's own, with cookies and credentials as in Next.js (the table's
 * author names the origin, and so trusts it) but without this application's cookies, and those that name the client.
 *
 * @param ownCookies names of cookies that are never forwarded
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
  return headers
}

function responseTo(
  request: Request,
  { statusCode: status, headers: received, body }: Dispatcher.ResponseData,
  ownCookies: readonly string[],
): Response | ProxyFailure {
  const headers = new Headers()
  for (const [name, values = []] of Object.entries(received)) {
    for (const value of [values].flat()) {
      if (name !== 'set-cookie' || !ownCookies.includes(cookieName(value))) headers.append(name, value)
    }
  }
  dropHopByHop(headers)
  const isEmpty = request.method === 'HEAD' || WITHOUT_BODY.has(status)
  const isStatus = status >= 200 && status <= 599
  if (isEmpty || !isStatus) void body.dump().catch(() => {})
  if (!isStatus) return failure(502, `its status is ${status}`)
  return new Response(isEmpty ? null : (Readable.toWeb(body) as ReadableStream<Uint8Array>), { status, headers })
}

function failure(status: ProxyFailure['status'], reason: string): ProxyFailure {
  return { status, reason }
}

export type ProxyOptions = {
  client: Omit<Client, 'key'>
  /** Names of cookies that are neither forwarded nor accepted. */
  ownCookies: readonly string[]
  timeoutMs?: number
}

/**
 * Forwards a request to another origin and returns its response, both as streams: nothing is buffered, decoded or
 * followed.
 *
 * @param target a URL from the routing table, never from the request
 */
export async function proxy(
  request: Request,
  target: string,
  { client, ownCookies, timeoutMs = PROXY_TIMEOUT_MS }: ProxyOptions,
): Promise<Response | ProxyFailure> {
  const hops = request.headers.get('via')?.split(NAME).length ?? 1
  if (hops > MAX_HOPS) return failure(508, 'it goes round in a circle')
  const body = bodyOf(request)
  try {
    const received = await send(target, {
      dispatcher: agent,
      method: request.method,
      headers: Object.fromEntries(headersFor(request, client, ownCookies)),
      body: body && Readable.fromWeb(body as NodeReadableStream),
      // A client that disconnects aborts the request.
      signal: request.signal,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
    })
    return responseTo(request, received, ownCookies)
  } catch (error) {
    const isTimeout = error instanceof errors.UndiciError && TIMEOUTS.has(error.code)
    return isTimeout
      ? failure(504, `it said nothing for ${timeoutMs} ms`)
      : failure(502, error instanceof Error ? error.message : String(error))
  }
}
