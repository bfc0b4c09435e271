import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { promisify } from 'node:util'
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib'
import { sendNodeResponse } from 'srvx/node'
import { isDocument } from '#fairlead/server/finish-response.server.ts'
import { documentDictionary, type Encoder } from '#fairlead/server/http/compression-dictionary.ts'
import { negotiateEncoding } from '#fairlead/server/http/negotiate-encoding.ts'
import { isProxied, type Received, receivedOf } from '#fairlead/server/http/proxied-response.ts'
import { unreadText } from '#fairlead/server/http/string-response.server.ts'
import { DOCUMENT_POLICIES } from '#fairlead/server/security-headers.server.ts'

/** Bodies below this size, in bytes, would hardly get smaller. */
const MIN_BYTES = 1_024

const TEXT =
  /^(?:text\/|application\/(?:javascript|json|wasm|x-ndjson|xml)\b|font\/[ot]tf\b|[^;]+\+(?:json|text|xml)\b)/i

const GZIP = { level: 3 }

// A window of 64 kB holds a page; the default of 4 MB would be allocated for each request.
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_LGWIN]: 16 } }

const ENCODERS: Record<'br' | 'gzip', Encoder> = {
  br: {
    name: 'br',
    compress: (text) => promisify(brotliCompress)(text, BROTLI),
    createStream: () => createBrotliCompress({ ...BROTLI, flush: constants.BROTLI_OPERATION_FLUSH }),
  },
  gzip: {
    name: 'gzip',
    compress: (text) => promisify(gzip)(text, GZIP),
    createStream: () => createGzip({ ...GZIP, flush: constants.Z_SYNC_FLUSH }),
  },
}

/**
 * Returns the encoder for a body, and notes in `Vary` that it depends on the request. A 304 has the headers of a body
 * but no body, and a 206 has a part of one: neither is encoded.
 */
function chooseEncoder(
  { method, headers: asked }: IncomingMessage,
  response: Response,
  headers: Headers,
): Encoder | undefined {
  if ([206, 304].includes(response.status) || !TEXT.test(headers.get('content-type') ?? '')) return undefined
  if (/\bno-transform\b/i.test(headers.get('cache-control') ?? '')) return undefined
  if (!/\baccept-encoding\b|\*/i.test(headers.get('vary') ?? '')) headers.append('vary', 'Accept-Encoding')
  const header = (name: string) => asked[name]?.toString() ?? null
  const isRedirect = response.status >= 300 && response.status < 400
  const dictionary = isDocument(response) && !isRedirect ? documentDictionary() : undefined
  const isAvailable = dictionary?.isAvailable(header) === true
  dictionary?.describe(headers, isAvailable)
  const isSmall = Number(headers.get('content-length') ?? Infinity) < MIN_BYTES
  if (isSmall || headers.has('content-encoding') || method === 'HEAD') return undefined
  const encoding = negotiateEncoding(header('accept-encoding'))
  if (encoding === 'br' && isAvailable) return dictionary
  return encoding === 'identity' ? undefined : ENCODERS[encoding]
}

function sendReceived(res: ServerResponse, { status, statusText }: Response, { headers, body }: Received): void {
  for (const name of res.getHeaderNames()) if (name !== 'connection') res.removeHeader(name)
  res.writeHead(status, statusText, headers.flat())
  if (!body) return void res.end()
  // If the other origin's response breaks off, this one has to break off as well.
  body.once('error', () => res.destroy()).pipe(res)
}

/**
 * Sends a response. A page that is a string is sent together with its headers. Resolves when the response has been
 * handed to the socket.
 */
export async function sendResponse(req: IncomingMessage, res: ServerResponse, response: Response): Promise<void> {
  const received = receivedOf(response)
  if (received) return sendReceived(res, response, received)
  if (isProxied(response)) for (const name of DOCUMENT_POLICIES) res.removeHeader(name)
  const body = unreadText(response) ?? response.body
  const headers = new Headers(response.headers)
  if (typeof body === 'string') headers.set('content-length', String(Buffer.byteLength(body)))
  const encoder = chooseEncoder(req, response, headers)
  const writeHead = () => res.writeHead(response.status, [...headers].flat())

  if (!encoder || !body) {
    writeHead()
    return typeof body === 'string' || !body ? void res.end(body) : sendNodeResponse(res, response)
  }
  headers.set('content-encoding', encoder.name)
  if (typeof body === 'string') {
    const compressed = await encoder.compress(body)
    headers.set('content-length', String(compressed.length))
    return void writeHead().end(compressed)
  }
  headers.delete('content-length')
  writeHead()
  if (encoder.prefix) res.write(encoder.prefix)
  // A visitor who leaves ends the stream, and a stream that breaks ends the response: the stream has captured its
  // error.
  await pipeline(Readable.fromWeb(body as ReadableStream), encoder.createStream(), res).catch(() => {})
}
