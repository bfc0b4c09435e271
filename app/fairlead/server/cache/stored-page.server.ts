import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants, gzip } from 'node:zlib'
import { VISITOR_PART_START } from '#fairlead/navigation/visitor-element.ts'
import { DOCUMENT_CACHE_CONTROL, type Lifetimes } from '#fairlead/server/cache/cache-options.ts'
import type { Codec } from '#fairlead/server/cache/database-store.server.ts'
import type { PreparedResponse } from '#fairlead/server/cache/fast-path.server.ts'
import { readEnv } from '#fairlead/platform/env.server.ts'
import { completePageHeaders, isDocument } from '#fairlead/server/finish-response.server.ts'
import { headerOf, type ReadHeader } from '#fairlead/platform/http/check-origin.ts'
import type { CspSources } from '#fairlead/platform/http/csp-sources.ts'
import { documentDictionary } from '#fairlead/server/http/compression-dictionary.ts'
import { type Encoding, negotiateEncoding } from '#fairlead/server/http/negotiate-encoding.ts'
import { StringResponse } from '#fairlead/server/http/string-response.server.ts'
import { cachedDocumentPolicy } from '#fairlead/server/security-headers.server.ts'
import { hasCdn } from 'virtual:app/site'

export type CachedPage = {
  status: number
  headers: Headers
  etag: string
  bodies: Record<Encoding, Buffer<ArrayBuffer>>
  hasVisitorParts: boolean
  /** Its responses in each encoding, and for 304, from the first such request on. */
  prepared: Partial<Record<Encoding | 'dcz' | 'current', PreparedResponse>>
}

/**
 * A rendered page: `failed` if an error was captured during the render, `sources` the sources that it uses besides the
 * ones of all pages.
 */
export type Rendered = { response: Response; failed: boolean; sources?: CspSources }

/** The quality of the compression: the best for the life of the process, or one that takes a tenth of its time. */
const QUALITY = {
  best: { br: constants.BROTLI_MAX_QUALITY, gzip: constants.Z_BEST_COMPRESSION },
  fast: { br: 5, gzip: 6 },
} as const

/** Characters of `Cache-Tag`: with more, a proxy in between could refuse the response. */
const MAX_TAGS_LENGTH = 8_000

const toBrotli = promisify(brotliCompress)
const fromBrotli = promisify(brotliDecompress)
const toGzip = promisify(gzip)

/** React escapes `<` inside of a script, so the first end tag closes it. */
const SCRIPT = /<script\b([^>]*)>([\s\S]*?)<\/script>/g

export function inlineScriptHashes(html: string): string[] {
  const scripts = [...html.matchAll(SCRIPT)].filter(([, attributes = '']) => !/\ssrc=/.test(attributes))
  const hashes = scripts.map(([, , text = '']) => createHash('sha256').update(text).digest('base64'))
  return [...new Set(hashes)].map((hash) => `'sha256-${hash}'`)
}

/** True for a page that the server completes with parts per visitor. Behind a CDN the browser completes it. */
const isCompleted = (identity: Buffer): boolean => !hasCdn && identity.includes(VISITOR_PART_START)

/**
 * Copies bytes into a buffer of their size. They may be a view of a buffer of 64 kB, which an entry would keep alive.
 */
export function copyOf(bytes: Uint8Array): Buffer<ArrayBuffer> {
  return Buffer.from(new Uint8Array(bytes).buffer)
}

/**
 * Compresses a rendered page if it is complete: status 200, no error, no cookie. A page that is not complete is for one
 * visitor.
 */
export async function makePage(
  { response, failed, sources = {} }: Rendered,
  quality: keyof typeof QUALITY,
): Promise<CachedPage | Response> {
  const identity = Buffer.from(await response.arrayBuffer())
  const { status } = response
  const headers = new Headers(response.headers)
  const hasDocument = isDocument(response)
  if (hasDocument) {
    completePageHeaders(headers, cachedDocumentPolicy(inlineScriptHashes(identity.toString()), readEnv(), sources))
  }
  headers.append('vary', 'Accept-Encoding')
  if (failed || status !== 200 || !hasDocument || headers.has('set-cookie')) {
    headers.set('content-length', String(identity.length))
    return new Response(identity, { status, headers })
  }
  const etag = `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`
  const hasVisitorParts = isCompleted(identity)
  // Each visitor gets another document.
  if (hasVisitorParts) headers.set('cache-control', 'private, no-store')
  else headers.set('etag', etag)
  const params = {
    [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
    [constants.BROTLI_PARAM_QUALITY]: QUALITY[quality].br,
  }
  const [br, zipped] = await Promise.all([
    toBrotli(identity, { params }),
    toGzip(identity, { level: QUALITY[quality].gzip }),
  ])
  return {
    status,
    headers,
    etag,
    bodies: { identity, br: copyOf(br), gzip: copyOf(zipped) },
    hasVisitorParts,
    prepared: {},
  }
}

/**
 * Lets a CDN store a page under its tags and with its TTLs, for all visitors whatever their cookies are. Browsers still
 * revalidate it before each use. A page whose route sets `Cache-Control` keeps it.
 */
export function allowCdn(headers: Headers, { freshFor, staleFor }: Lifetimes, tags: readonly string[]): void {
  const list = tags.join(',')
  if (headers.get('cache-control') !== DOCUMENT_CACHE_CONTROL || list.length > MAX_TAGS_LENGTH) return
  headers.set('cache-control', `public, max-age=0, s-maxage=${freshFor}, stale-while-revalidate=${staleFor}`)
  headers.set('cache-tag', list)
  const vary = (headers.get('vary') ?? '').split(',').map((name) => name.trim())
  headers.set('vary', vary.filter((name) => name.toLowerCase() !== 'cookie').join(', '))
}

/** Returns the value of `Age` (RFC 9111), so that a CDN counts the time that a page has been stored here. */
export function ageHeader({ renderedAt }: { renderedAt: number }, now: number): string {
  return String(Math.max(0, Math.floor((now - renderedAt) / 1_000)))
}

/** Bytes that the headers of a page and its prepared responses take, as measured. */
const HEADERS_BYTES = 3_000

export function sizeOfPage({ bodies: { identity, br, gzip: zipped } }: CachedPage): number {
  // A body in `dcz`, which is made later, is smaller than that in Brotli.
  const later = documentDictionary() ? br.length : 0
  return HEADERS_BYTES + identity.length + br.length + zipped.length + later
}

/** True if `If-None-Match` names the tag. Tags are compared weakly (RFC 9110, 13.1.2). */
export function matchesEtag(ifNoneMatch: string | null, etag: string): boolean {
  return ifNoneMatch !== null && ifNoneMatch.split(',').some((tag) => ['*', etag, etag.slice(2)].includes(tag.trim()))
}

function prepare({ headers: ofPage, bodies }: CachedPage, as: Encoding | 'dcz' | 'current'): PreparedResponse {
  const dictionary = documentDictionary()
  const headers = new Headers(ofPage)
  dictionary?.describe(headers, as === 'dcz' || as === 'current')
  // A browser takes over the headers of a 304, so it gets the document's headers.
  if (as === 'current') return { status: 304, headers: Object.fromEntries(headers), body: undefined }
  const withDictionary = as === 'dcz' ? dictionary?.compressKept(bodies.identity) : undefined
  // A long page has little in common with the dictionary, and the best Brotli is better than Zstandard here.
  const isSmaller = withDictionary && withDictionary.length < bodies.br.length
  const body = isSmaller ? copyOf(withDictionary) : bodies[as === 'dcz' ? 'br' : as]
  if (as !== 'identity') headers.set('content-encoding', as === 'dcz' && !isSmaller ? 'br' : as)
  headers.set('content-length', String(body.length))
  return { status: 200, headers: Object.fromEntries(headers), body }
}

/** Returns the response to a request for a cached page, prepared once for each encoding and for 304. */
export function preparedResponse(page: CachedPage, header: ReadHeader): PreparedResponse {
  const isCurrent = matchesEtag(header('if-none-match'), page.etag)
  const as = isCurrent ? 'current' : negotiateEncoding(header('accept-encoding'))
  const isWithDictionary = as === 'br' && documentDictionary()?.isAvailable(header) === true
  const key = isWithDictionary ? 'dcz' : as
  return (page.prepared[key] ??= prepare(page, key))
}

export function respondCached(page: CachedPage, request: Request): Response {
  const { method } = request
  if (page.hasVisitorParts) {
    return new StringResponse(method === 'HEAD' ? '' : page.bodies.identity.toString(), page)
  }
  const { status, headers, body } = preparedResponse(page, headerOf(request))
  return new Response(method === 'HEAD' ? null : body, { status, headers })
}

type Meta = { status: number; headers: [string, string][]; etag: string; br: number }

export const pageCodec: Codec<CachedPage> = {
  encode: ({ status, headers, etag, bodies: { br, gzip: zipped } }) => ({
    meta: JSON.stringify({ status, headers: [...headers], etag, br: br.length } satisfies Meta),
    body: Buffer.concat([br, zipped]),
  }),
  async decode({ meta, body }) {
    const { status, headers, etag, br: length } = JSON.parse(meta) as Meta
    const [br, zipped] = [copyOf(body.subarray(0, length)), copyOf(body.subarray(length))]
    const identity = copyOf(await fromBrotli(br))
    return {
      status,
      headers: new Headers(headers),
      etag,
      bodies: { identity, br, gzip: zipped },
      hasVisitorParts: isCompleted(identity),
      prepared: {},
    }
  },
}
