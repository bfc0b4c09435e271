import type { Readable } from 'node:stream'
import type { HeaderList } from '#fairlead/server/http/proxy-headers.ts'

/** The response of another origin; `body` is null if it has none. */
export type Received = { readonly headers: HeaderList; readonly body: Readable | null }

const proxied = new WeakMap<Response, Received | undefined>()

/**
 * Marks a response of another origin. With `received` it is sent unchanged: without any header of this server, with its
 * header lines as they came, and not compressed.
 */
export function markProxied(response: Response, received?: Received): Response {
  proxied.set(response, received)
  return response
}

/** True for a response of another origin, which sets the policies of its documents itself. */
export function isProxied(response: Response): boolean {
  return proxied.has(response)
}

/** Returns the response that is sent unchanged; `undefined` for any other response. */
export function receivedOf(response: Response): Received | undefined {
  return proxied.get(response)
}
