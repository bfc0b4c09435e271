import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import { chooseEncoding, type Encoding } from '#app/documents/encoding.ts'
import { isCurrent, type KeptPage } from '#app/documents/kept-pages.server.ts'

/** An answer with nothing left to do but to send it. */
export type Ready = { status: 200 | 304; headers: OutgoingHttpHeaders; body: Buffer | undefined }

/** What the host asks before it makes anything of a request. `undefined`: the request goes its usual way. */
export type Front = (incoming: IncomingMessage) => Ready | undefined

/** The host and the application are bundles of their own, and share this through `globalThis`. */
type Holder = { [KEY]?: Front }

const KEY = Symbol.for('fairlead.front')

/** Says what answers at the front. Once, by the application. */
export function openFront(front: Front): void {
  ;(globalThis as Holder)[KEY] = front
}

/** Asks the application, once it has been loaded, whether it has an answer lying ready. */
export const askFront: Front = (incoming) => (globalThis as Holder)[KEY]?.(incoming)

const made = new WeakMap<KeptPage, Partial<Record<Encoding | 'current', Ready>>>()

function makeReady({ headers, bodies }: KeptPage, as: Encoding | 'current'): Ready {
  const shared = Object.fromEntries(headers)
  if (as === 'current') return { status: 304, headers: shared, body: undefined }
  const body = bodies[as]
  const encoded = as === 'identity' ? {} : { 'content-encoding': as }
  return { status: 200, headers: { ...shared, ...encoded, 'content-length': body.length }, body }
}

/** The answer that a client gets of a kept page; made once for each encoding. */
export function readyAnswer(page: KeptPage, headers: IncomingMessage['headers']): Ready {
  const as = isCurrent(headers['if-none-match'] ?? null, page.etag)
    ? 'current'
    : chooseEncoding(headers['accept-encoding'] ?? null)
  const answers = made.get(page) ?? {}
  if (!made.has(page)) made.set(page, answers)
  return (answers[as] ??= makeReady(page, as))
}
