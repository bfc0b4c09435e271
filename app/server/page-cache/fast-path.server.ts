import type { IncomingMessage } from 'node:http'
import { negotiateEncoding, type Encoding } from '#app/server/http/negotiate-encoding.ts'
import { matchesEtag, type CachedPage } from '#app/server/page-cache/cached-page.ts'

/** A response that is ready to be sent. */
export type PreparedResponse = {
  status: 200 | 304
  headers: Record<string, string>
  body: Buffer<ArrayBuffer> | undefined
}

/** Returns the prepared response to a request; `undefined` when there is none and the application handles it. */
export type FastPath = (incoming: IncomingMessage) => PreparedResponse | undefined

/** The server and the application are separate bundles, which share this through `globalThis`. */
type Holder = { [KEY]?: FastPath }

const KEY = Symbol.for('fairlead.fast-path')

/** Paths of pages that were cached. An evicted page stays here, which only costs a look into the cache. */
const cachedPaths = new Set<string>()

/** Number of paths, after which they are collected anew. */
const MAX_PATHS = 10_000

/** Has the fast path serve requests for exactly this path from now on. */
export function addToFastPath(pathname: string): void {
  if (cachedPaths.size >= MAX_PATHS) cachedPaths.clear()
  cachedPaths.add(pathname)
}

/** Sets the fast path, which gets the requests for cached paths alone. The application calls it once. */
export function registerFastPath(fastPath: FastPath): void {
  ;(globalThis as Holder)[KEY] = (incoming) => (cachedPaths.has(incoming.url ?? '') ? fastPath(incoming) : undefined)
}

/** Returns the application's prepared response; undefined until the application is loaded. */
export const serveFastPath: FastPath = (incoming) => (globalThis as Holder)[KEY]?.(incoming)

const prepared = new WeakMap<CachedPage, Partial<Record<Encoding | 'current', PreparedResponse>>>()

function prepare({ headers, bodies }: CachedPage, as: Encoding | 'current'): PreparedResponse {
  const shared = Object.fromEntries(headers)
  // A browser takes over the headers of a 304, so it has the document's own.
  if (as === 'current') return { status: 304, headers: shared, body: undefined }
  const body = bodies[as]
  const encoded = as === 'identity' ? {} : { 'content-encoding': as }
  return { status: 200, headers: { ...shared, ...encoded, 'content-length': String(body.length) }, body }
}

/** Returns the response to a request for a cached page, prepared once for each encoding and for 304. */
export function preparedResponse(
  page: CachedPage,
  headers: Pick<IncomingMessage['headers'], 'if-none-match' | 'accept-encoding'>,
): PreparedResponse {
  const as = matchesEtag(headers['if-none-match'] ?? null, page.etag)
    ? 'current'
    : negotiateEncoding(headers['accept-encoding'] ?? null)
  const responses = prepared.get(page) ?? {}
  if (!prepared.has(page)) prepared.set(page, responses)
  return (responses[as] ??= prepare(page, as))
}
