import { readFile } from 'node:fs/promises'

/** The property of Node's request in which the host passes its function that fetches a public file. */
export const FETCH_FILE = Symbol.for('fairlead.fetchFile')

type FetchFile = (path: string, init: { method: string; headers: Record<string, string> }) => Promise<Response>
type NodeBacked = { runtime?: { node?: { req?: { [FETCH_FILE]?: FetchFile } } } }

/** Reads a public file in dev, where Vite serves such files itself and only rewrites reach this. */
async function readInDev(path: string): Promise<Response> {
  const body = await readFile(`public${path}`)
  const type = path.endsWith('.svg') ? 'image/svg+xml' : 'application/octet-stream'
  return new Response(new Uint8Array(body), { headers: { 'content-type': type } })
}

/** Responds with a file in `public/` as to a direct request for it: with its type, length and encodings. */
export function servePublicFile(path: string, request: Request): Promise<Response> {
  const fetchFile = (request as Request & NodeBacked).runtime?.node?.req?.[FETCH_FILE]
  if (!fetchFile) return readInDev(path)
  return fetchFile(path, { method: request.method, headers: Object.fromEntries(request.headers) })
}
