import { readFile } from 'node:fs/promises'

/** Where the host hands the application its own way to a file, on Node's request. */
export const FETCH_FILE = Symbol.for('fairlead.fetchFile')

type FetchFile = (path: string, init: { method: string; headers: Record<string, string> }) => Promise<Response>
type NodeBacked = { runtime?: { node?: { req?: { [FETCH_FILE]?: FetchFile } } } }

/** In dev, where Vite serves such files before the application is asked, a rewrite still reaches them. */
async function readInDev(path: string): Promise<Response> {
  const body = await readFile(`public${path}`)
  const type = path.endsWith('.svg') ? 'image/svg+xml' : 'application/octet-stream'
  return new Response(new Uint8Array(body), { headers: { 'content-type': type } })
}

/** Answers with one of the files in `public/`, as if it had been asked for: with its type, length and encodings. */
export function servePublicFile(path: string, request: Request): Promise<Response> {
  const fetchFile = (request as Request & NodeBacked).runtime?.node?.req?.[FETCH_FILE]
  if (!fetchFile) return readInDev(path)
  return fetchFile(path, { method: request.method, headers: Object.fromEntries(request.headers) })
}
