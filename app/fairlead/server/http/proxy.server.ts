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
import { type HeaderList, isLoop, requestHeaders, responseHeaders } from '#fairlead/server/http/proxy-headers.ts'
import { markProxied } from '#fairlead/server/http/proxied-response.ts'
import { log } from '#fairlead/platform/log.server.ts'

/** A request fails after this time without a byte from the other origin: the time limit of Next.js's proxy. */
const PROXY_TIMEOUT_MS = 30_000

const WITHOUT_BODY = new Set([204, 205, 304])

class TimeoutError extends Error {}

/** Returns Node's response object of a request; `undefined` if the request came without a connection. */
function nodeResponseOf(request: Request): ServerResponse | undefined {
  return (request as Request & { runtime?: { node?: { res?: ServerResponse } } }).runtime?.node?.res
}

/** Returns the body of a request: null unless its headers announce one (RFC 9112, 6.3). */
function bodyOf(request: Request): Request['body'] {
  const { headers } = request
  return headers.has('content-length') || headers.has('transfer-encoding') ? request.body : null
}

/** Passes a body on, and fails if its length is not the one in its header: the rest would count as the next request. */
function ofLength(length: string | undefined) {
  return async function* (chunks: AsyncIterable<Uint8Array>) {
    let missing = Number(length)
    for await (const chunk of chunks) {
      missing -= chunk.length
      yield chunk
    }
    if (length !== undefined && missing !== 0) throw new Error('the body has another length than announced')
  }
}

/**
 * Passes on the links that the client may load while the page is made (103, RFC 8297). Node refuses a malformed `Link`.
 */
function passOnEarlyHints(outgoing: ClientRequest, response: ServerResponse): void {
  outgoing.on('information', ({ statusCode, headers }) => {
    if (statusCode !== 103 || response.headersSent) return
    const { link } = headers
    if (link === undefined) return
    try {
      // Node wants an array with one link in each item.
      response.writeEarlyHints({ link: [link].flat().flatMap((value) => value.split(/,\s*(?=<)/)) })
    } catch {
      // A malformed hint is left out: hints only save time.
    }
  })
}

type Sending = {
  readonly headers: Record<string, string>
  readonly body: Request['body']
  readonly ownCookies: readonly string[]
  readonly timeoutMs: number
  readonly asItComes: boolean
  /** The request opens a new connection: the other end may close a kept one just as it is used again. */
  readonly onNewConnection?: boolean
}

/**
 * Sends a request, and resolves with the response once its headers are there. A connection is not used again if its
 * request was not sent whole.
 */
function send(target: string, request: Request, options: Sending): Promise<IncomingMessage> {
  const { headers, body, ownCookies, timeoutMs, asItComes, onNewConnection = false } = options
  return new Promise((resolve, reject) => {
    const open = target.startsWith('https:') ? requestByHttps : requestByHttp
    const outgoing = open(target, {
      method: request.method,
      headers,
      // A server that wrongly sends a body for HEAD would answer the connection's next request with it.
      ...((onNewConnection || request.method === 'HEAD') && { agent: false }),
      timeout: timeoutMs,
    })
    const client = nodeResponseOf(request)
    // A client that disconnects ends the request.
    const leave = (): void => {
      if (!outgoing.destroyed) outgoing.destroy(new Error('the client has disconnected'))
    }
    if (client) {
      passOnEarlyHints(outgoing, client)
      client.once('close', leave)
      // The error page listens as well, and may be sent before the request is closed.
      for (const end of ['error', 'close']) outgoing.once(end, () => client.off('close', leave))
    } else if (request.signal.aborted) leave()
    else request.signal.addEventListener('abort', leave, { once: true })
    let received: IncomingMessage | undefined
    outgoing.once('response', (response) => {
      received = response
      if (asItComes) outgoing.setTimeout(0)
      response.once('end', () => {
        if (client && !client.destroyed) client.addTrailers(responseHeaders(response.rawTrailers, ownCookies))
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
      // The origin may be waiting for a slow visitor. Node reports only one timeout of a request, so look again.
      bytes = bytesRead
      setTimeout(onTimeout, timeoutMs).unref()
    }
    outgoing.once('timeout', onTimeout)
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      const isRepeatable = !body && !['POST', 'PATCH'].includes(request.method)
      const isStale = outgoing.reusedSocket && error.code === 'ECONNRESET' && isRepeatable && !received
      if (!isStale) return reject(error)
      resolve(send(target, request, { ...options, onNewConnection: true }))
    })
    outgoing.once('close', () => {
      if (!received && !outgoing.errored) reject(new Error('it closed the connection'))
    })
    if (!body) return void outgoing.end()
    // Node's client sets it for POST. Without it the body of a DELETE would count as the next request on the
    // connection.
    if (headers['content-length'] === undefined) outgoing.setHeader('transfer-encoding', 'chunked')
    const readable = Readable.fromWeb(body as NodeReadableStream)
    pipeline(readable, ofLength(headers['content-length']), outgoing, () => {})
  })
}

export type ProxyOptions = {
  readonly client: Omit<Client, 'key'>
  /** Names of cookies that are neither forwarded nor accepted. */
  readonly ownCookies: readonly string[]
  /** The `Host` of the request; by default the target's. */
  readonly host?: string | undefined
  /** The time without a byte after which the request fails, in milliseconds; default 30 000. */
  readonly timeoutMs?: number
  /** True if the response is sent unchanged. It may then be silent for any time once its headers are there. */
  readonly asItComes?: boolean
  /** Returns the headers that replace the headers of the response. */
  readonly editHeaders?: (headers: HeaderList) => HeaderList
}

/** @throws Error for a status that no response may have */
function responseTo(
  request: Request,
  received: IncomingMessage,
  { ownCookies, asItComes, editHeaders = (headers) => headers }: ProxyOptions,
): Response {
  const { statusCode: status = 0, statusMessage = '', rawHeaders } = received
  // Node's parser accepts more characters than its server sends.
  const statusText = statusMessage.replace(/[^\t\x20-\x7e\x80-\xff]/g, '')
  const isEmpty = request.method === 'HEAD' || WITHOUT_BODY.has(status)
  const isStatus = status >= 200 && status <= 599
  if (isEmpty || !isStatus) received.on('error', () => {}).resume()
  if (!isStatus) throw new Error(`its status is ${status}`)
  const all = responseHeaders(rawHeaders, ownCookies)
  // These statuses have no body, whatever the headers say; a client would wait for one.
  const headers = editHeaders(
    status === 204 || status === 205 ? all.filter(([name]) => name !== 'content-length') : all,
  )
  const body = isEmpty ? null : received
  // Node sends the stream on without a copy of its bytes.
  const response = new FastResponse(body as unknown as ReadableStream, { status, statusText, headers })
  return markProxied(response, asItComes ? { headers, body } : undefined)
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
  const { client, ownCookies, host, timeoutMs = PROXY_TIMEOUT_MS, asItComes = false } = options
  if (isLoop(request.headers)) throw new ProxyError(508, 'it goes round in a circle')
  const headers = requestHeaders(request.headers, client, ownCookies)
  if (host !== undefined) headers.host = host
  const body = bodyOf(request)
  // A body that is not sent must not have a length: the connection's next request would count as the body.
  if (!body) delete headers['content-length']
  const traceparent = traceParent(request)
  if (traceparent !== undefined) headers.traceparent = traceparent
  try {
    return responseTo(
      request,
      await send(target, request, { headers, body, ownCookies, timeoutMs, asItComes }),
      options,
    )
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ProxyError(error instanceof TimeoutError ? 504 : 502, reason)
  }
}

/** Forwards a request for a rule. If that fails, it logs the fault and responds with 502, 504 or 508. */
export async function proxy(request: Request, target: string, options: ProxyOptions): Promise<Response> {
  try {
    return await forward(request, target, options)
  } catch (error) {
    if (!(error instanceof ProxyError)) throw error
    const { status, message: reason } = error
    log.warn({ target: new URL(target).origin, status, reason }, 'another origin did not answer')
    return new Response(`${STATUS_CODES[status]}\n`, { status })
  }
}
