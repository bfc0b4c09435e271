import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants, gzip } from 'node:zlib'
import { completePageHeaders } from '#app/server/finish-response.server.ts'
import type { CspSources } from '#app/server/http/csp-sources.ts'
import type { CachedPage, Page } from '#app/server/page-cache/cached-page.ts'
import type { Codec } from '#app/server/page-cache/database-store.server.ts'
import { preparedResponse } from '#app/server/page-cache/fast-path.server.ts'

/** A rendered page; `failed` when an error was captured meanwhile, `sources` what it uses beside what all pages use. */
export type Rendered = { response: Response; failed: boolean; sources?: CspSources }

/** Returns the Content-Security-Policy of a document, by the sources of its own scripts. */
export type Policy = (scripts: readonly string[], page: CspSources) => string

/** The quality of the compression: the best for what is kept as long as the process, or one that takes a tenth of it. */
const QUALITY = {
  best: { br: constants.BROTLI_MAX_QUALITY, gzip: constants.Z_BEST_COMPRESSION },
  fast: { br: 5, gzip: 6 },
} as const

const toBrotli = promisify(brotliCompress)
const fromBrotli = promisify(brotliDecompress)
const toGzip = promisify(gzip)

/** React escapes `<` inside of a script, so the first end tag is its own. */
const SCRIPT = /<script\b([^>]*)>([\s\S]*?)<\/script>/g

/** Returns the CSP sources (`'sha256-…'`) of a document's inline scripts. */
export function inlineScriptHashes(html: string): string[] {
  const scripts = [...html.matchAll(SCRIPT)].filter(([, attributes = '']) => !/\ssrc=/.test(attributes))
  const hashes = scripts.map(([, , text = '']) => createHash('sha256').update(text).digest('base64'))
  return [...new Set(hashes)].map((hash) => `'sha256-${hash}'`)
}

/** Returns a rendered page; with `cached` if it is complete: status 200, no error, no cookie. */
export async function makePage(
  { response, failed, sources = {} }: Rendered,
  policy: Policy,
  quality: keyof typeof QUALITY = 'best',
): Promise<{ page: Page; cached?: CachedPage }> {
  const identity = Buffer.from(await response.arrayBuffer())
  const { status } = response
  const headers = new Headers(response.headers)
  const isDocument = headers.get('content-type')?.startsWith('text/html') === true
  if (isDocument) completePageHeaders(headers, policy(inlineScriptHashes(identity.toString()), sources))
  headers.append('vary', 'Accept-Encoding')
  if (failed || status !== 200 || !isDocument || headers.has('set-cookie')) {
    return { page: { status, headers, bodies: { identity } } }
  }
  const etag = `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`
  headers.set('etag', etag)
  const params = {
    [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
    [constants.BROTLI_PARAM_QUALITY]: QUALITY[quality].br,
  }
  const [br, zipped] = await Promise.all([
    toBrotli(identity, { params }),
    toGzip(identity, { level: QUALITY[quality].gzip }),
  ])
  const cached: CachedPage = { status, headers, etag, bodies: { identity, br, gzip: zipped } }
  return { page: cached, cached }
}

/** Returns the bytes that a page takes. */
export function sizeOfPage({ bodies: { identity, br, gzip: zipped } }: CachedPage): number {
  return identity.length + br.length + zipped.length
}

/** Returns the response that `preparedResponse` chooses for a web request. */
export function respondCached(page: CachedPage, { method, headers: sent }: Request): Response {
  const conditions = {
    'if-none-match': sent.get('if-none-match') ?? undefined,
    'accept-encoding': sent.get('accept-encoding') ?? undefined,
  }
  const { status, headers, body } = preparedResponse(page, conditions)
  return new Response(method === 'HEAD' ? null : body, { status, headers })
}

/** Returns a page that is not cached, as it was rendered. */
export function respondRendered({ status, headers, bodies: { identity } }: Page, method: string): Response {
  const all = new Headers(headers)
  all.set('content-length', String(identity.length))
  return new Response(method === 'HEAD' ? null : identity, { status, headers: all })
}

type Meta = { status: number; headers: [string, string][]; etag: string; br: number }

/** Stores a page in its two compressed forms. */
export const pageCodec: Codec<CachedPage> = {
  encode: ({ status, headers, etag, bodies: { br, gzip: zipped } }) => ({
    meta: JSON.stringify({ status, headers: [...headers], etag, br: br.length } satisfies Meta),
    body: Buffer.concat([br, zipped]),
  }),
  async decode({ meta, body }) {
    const { status, headers, etag, br: length } = JSON.parse(meta) as Meta
    const bytes = Buffer.from(body)
    const [br, zipped] = [bytes.subarray(0, length), bytes.subarray(length)]
    return { status, headers: new Headers(headers), etag, bodies: { identity: await fromBrotli(br), br, gzip: zipped } }
  },
}
