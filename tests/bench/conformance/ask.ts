import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'

export type Raw = Pick<IncomingMessage, 'headers'> & { readonly status: number; readonly text: string }

/**
 * Sends exactly this path to a server: nothing is resolved or escaped but what may not stand in a request line, as browsers
 * do.
 */
export async function send(url: string, origin: string, headers: Readonly<Record<string, string>>): Promise<Raw> {
  const path = url.replace(/[^\x21-\x7e]+/g, encodeURIComponent)
  const outgoing = request(origin, { headers, path, agent: false }).end()
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage]
  return { status: incoming.statusCode ?? 0, headers: incoming.headers, text: await text(incoming) }
}

/** Decodes the escapes of a text that stand for something. */
export function decodeEscapes(encoded: string): string {
  return encoded.replace(/(?:%[0-9a-f]{2})+/gi, (escapes) => {
    try {
      return decodeURIComponent(escapes)
    } catch {
      return escapes
    }
  })
}

/** Requests that are under way at a time. */
const AT_ONCE = 8

/** Calls a function for each item, a few at a time. */
export async function forEachAtOnce<T>(items: readonly T[], run: (item: T, index: number) => Promise<void>) {
  const waiting = items.entries()
  const work = async () => {
    for (const [index, item] of waiting) await run(item, index)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}
