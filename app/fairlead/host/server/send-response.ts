import type { IncomingMessage, ServerResponse } from 'node:http'
import { constants } from 'node:zlib'
import compression from 'compression'
import { sendNodeResponse } from 'srvx/node'
import { isProxied } from '#fairlead/server/http/proxied-response.ts'
import { unreadText } from '#fairlead/server/http/string-response.server.ts'
import { DOCUMENT_POLICIES } from '#fairlead/server/security-headers.server.ts'

/** Flushes each chunk, so that the browser can render it at once. Leaves small, binary and compressed bodies alone. */
const compress = compression({
  // A 304 has the headers of a body that it does not have, and a 206 a part of one.
  filter: (request, response) => ![206, 304].includes(response.statusCode) && compression.filter(request, response),
  level: 3,
  flush: constants.Z_SYNC_FLUSH,
  // A window of 64 kB holds a page; the default of 4 MB would be allocated for each request.
  brotli: {
    params: { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_LGWIN]: 16 },
    flush: constants.BROTLI_OPERATION_FLUSH,
  },
})

/** A page that is a string is sent with its headers, at once. Resolves when the response was handed to the socket. */
export async function sendResponse(req: IncomingMessage, res: ServerResponse, response: Response): Promise<void> {
  if (isProxied(response)) for (const name of DOCUMENT_POLICIES) res.removeHeader(name)
  compress(req, res, () => {})
  const { status, headers } = response
  const text = unreadText(response)
  if (text === undefined && response.body) return sendNodeResponse(res, response)
  // `compression` would take the callback with which srvx ends an empty response for its body.
  if (text === undefined) return void res.writeHead(status, [...headers].flat()).end()
  res.writeHead(status, [...headers, ['content-length', String(Buffer.byteLength(text))]].flat()).end(text)
}
