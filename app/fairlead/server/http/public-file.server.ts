import { readFile } from 'node:fs/promises'

type ServeFile = (path: string, init: { method: string; headers: Record<string, string> }) => Promise<Response>

/** Reads a public file in dev. Vite serves public files itself, so only rewrites call this. */
async function readInDev(path: string): Promise<Response> {
  const body = await readFile(`public${path}`)
  const type = path.endsWith('.svg') ? 'image/svg+xml' : 'application/octet-stream'
  return new Response(new Uint8Array(body), { headers: { 'content-type': type } })
}

let serveFile: ServeFile = readInDev

export function setFileServer(serve: ServeFile): void {
  serveFile = serve
}

/** Responds with a file in `public/` exactly as to a direct request for it: with its type, length and encodings. */
export function servePublicFile(path: string, { method, headers }: Request): Promise<Response> {
  return serveFile(path, { method, headers: Object.fromEntries(headers) })
}
