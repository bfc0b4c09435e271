/** The path of the tunnel. It stays beside `SENTRY_TUNNEL_PATH`. */
export const TUNNEL_PATH = '/monitoring'

/** Returns the URL of a request with `TUNNEL_PATH` in place of the tunnel's own path, if it begins with that. */
export function toTunnelUrl(url: string, ownPath: string | undefined): string {
  if (ownPath === undefined || !url.startsWith(ownPath)) return url
  const rest = url.slice(ownPath.length)
  return /^(?:[/?]|$)/.test(rest) ? TUNNEL_PATH + rest : url
}
