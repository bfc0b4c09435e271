import type { IncomingMessage } from 'node:http'

export type PreparedResponse = {
  status: 200 | 304
  headers: Record<string, string>
  body: Buffer<ArrayBuffer> | undefined
}

export type FastPath = (incoming: IncomingMessage) => PreparedResponse | undefined

/** Paths of pages that have been cached. An evicted page's path stays here, which only costs a look into the cache. */
const cachedPaths = new Set<string>()

const MAX_PATHS = 10_000

let registered: FastPath | undefined

export function addToFastPath(pathname: string): void {
  if (cachedPaths.size >= MAX_PATHS) cachedPaths.clear()
  cachedPaths.add(pathname)
}

/** Sets the fast path, which gets only the requests for cached paths. The application calls it once. */
export function registerFastPath(fastPath: FastPath): void {
  registered = fastPath
}

/** Returns the application's prepared response; undefined until the application is loaded. */
export const serveFastPath: FastPath = (incoming) =>
  cachedPaths.has(incoming.url ?? '') ? registered?.(incoming) : undefined
