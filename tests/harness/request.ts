import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { inject } from 'vitest'

export type Answer = {
  status: number
  /** Fields that came several times are joined by commas. */
  headers: Record<string, string | undefined>
  /** Each `Set-Cookie`. */
  setCookies: readonly string[]
  body: Buffer
  text: string
}

/** A request. At most one of `body`, `json`, `form` and `multipart` is its body, which makes it a POST. */
export type AskOptions = {
  method?: string
  headers?: Record<string, string>
  body?: string | Uint8Array | undefined
  json?: unknown
  form?: Record<string, string>
  multipart?: FormData
  origin?: string
}

/** Returns the body of a request and its content type. */
async function bodyOf({ body, json, form, multipart }: AskOptions): Promise<[body: AskOptions['body'], type?: string]> {
  if (json !== undefined) return [JSON.stringify(json), 'application/json']
  if (form) return [new URLSearchParams(form).toString(), 'application/x-www-form-urlencoded']
  if (!multipart) return [body]
  const encoded = new Response(multipart)
  return [new Uint8Array(await encoded.arrayBuffer()), encoded.headers.get('content-type') ?? '']
}

/** Largest headers of a response, in bytes: a `Location` may repeat a long path, encoded twice. */
const MAX_HEADER = 131_072

/** Sends a request with exactly this path: nothing is resolved, escaped or decompressed, and no redirect is followed. */
export async function ask(path: string, options: AskOptions = {}): Promise<Answer> {
  const { hostname, port } = new URL(options.origin ?? inject('origin'))
  const [sent, type] = await bodyOf(options)
  const { method = type === undefined ? 'GET' : 'POST' } = options
  const headers = { ...(type !== undefined && { 'content-type': type }), ...options.headers }
  const outgoing = request({ hostname, port, path, method, headers, agent: false, maxHeaderSize: MAX_HEADER })
  // The first error rejects below. A later one ends the response's body as well.
  outgoing.on('error', () => {}).end(sent)
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage]
  const body = await buffer(incoming)
  const received = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)])
  return {
    status: incoming.statusCode ?? 0,
    headers: Object.fromEntries(received) as Answer['headers'],
    setCookies: incoming.headers['set-cookie'] ?? [],
    body,
    text: body.toString('utf8'),
  }
}
