/** How a response of another origin is sent. */
type Transfer = 'with-own-headers' | 'as-it-comes'

const proxied = new WeakMap<Response, Transfer>()

/**
 * Marks a response of another origin. One that is sent `as-it-comes` gets no header of this server and is not compressed.
 */
export function markProxied(response: Response, transfer: Transfer = 'with-own-headers'): Response {
  proxied.set(response, transfer)
  return response
}

/** True for a response of another origin: its documents have policies of their own, or none. */
export function isProxied(response: Response): boolean {
  return proxied.has(response)
}

/** True for a response that is sent as the other origin has made it. */
export function isSentAsItComes(response: Response): boolean {
  return proxied.get(response) === 'as-it-comes'
}
