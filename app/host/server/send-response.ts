import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import compression from 'compression'
import { sendNodeResponse } from 'srvx/node'
import { negotiateEncoding } from '#app/server/http/negotiate-encoding.ts'
import { unreadText } from '#app/server/http/string-response.server.ts'

/** Of zlib, 1 to 9. More costs time, and saves little of a page. */
const GZIP_LEVEL = 3

/** A window of 64 kB holds a page; the default of 4 MB would be allocated for each request. */
const BROTLI_PARAMS = { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_LGWIN]: 16 }

/** Compresses a stream; each chunk is flushed, so that the browser can render it at once. Images and the like pass as they are. */
const compressStream = compression({
  // A 304 has the headers of a body that it does not have.
  filter: (request, response) => response.statusCode !== 304 && compression.filter(request, response),
  level: GZIP_LEVEL,
  flush: constants.Z_SYNC_FLUSH,
  brotli: { params: BROTLI_PARAMS, flush: constants.BROTLI_OPERATION_FLUSH },
})

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

const COMPRESS = {
  br: (text: string) => compressBrotli(text, { params: BROTLI_PARAMS }),
  gzip: (text: string) => compressGzip(text, { level: GZIP_LEVEL }),
}

/** Length of a text below which compressing it does not pay. */
const MIN_COMPRESSED_LENGTH = 1_024

/** Returns the text in an encoding that the client accepts; `undefined` for as it is. */
async function encodeText(req: IncomingMessage, headers: Headers, text: string) {
  if (text.length < MIN_COMPRESSED_LENGTH || req.method === 'HEAD') return undefined
  // RFC 9111, 5.2.2.6
  if (headers.has('content-encoding') || headers.get('cache-control')?.includes('no-transform')) return undefined
  const encoding = negotiateEncoding(req.headers['accept-encoding'] ?? null)
  return encoding === 'identity' ? undefined : { encoding, bytes: await COMPRESS[encoding](text) }
}

const flatten = (headers: Headers): string[] => [...headers].flat()

/** Sends a page that is complete: with its length, in one piece. */
async function sendText(req: IncomingMessage, res: ServerResponse, { status, headers }: Response, text: string) {
  headers.append('vary', 'Accept-Encoding')
  const isEncoded = req.headers['accept-encoding'] !== undefined
  const encoded = isEncoded ? await encodeText(req, headers, text) : undefined
  const length = String(encoded?.bytes.length ?? Buffer.byteLength(text))
  const own = encoded ? ['content-encoding', encoded.encoding, 'content-length', length] : ['content-length', length]
  res.writeHead(status, flatten(headers).concat(own))
  res.end(encoded?.bytes ?? text)
}

/** Sends a response by Node, compressed where the client accepts it. Resolves when it was handed to the socket. */
export function sendResponse(req: IncomingMessage, res: ServerResponse, response: Response): Promise<void> {
  const text = unreadText(response)
  if (text !== undefined) return sendText(req, res, response, text)
  compressStream(req, res, () => {})
  if (response.body) return sendNodeResponse(res, response)
  // `compression` would take the callback with which srvx ends an empty response for its body.
  res.writeHead(response.status, flatten(response.headers)).end()
  return Promise.resolve()
}
