const proxied = new WeakSet<Response>()

export function markProxied(response: Response): Response {
  proxied.add(response)
  return response
}

/** Returns true for a response of another origin: its documents have policies of their own, or none. */
export function isProxied(response: Response): boolean {
  return proxied.has(response)
}
