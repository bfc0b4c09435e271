/** The path of the tunnel. It works even if `SENTRY_TUNNEL_PATH` names another one. */
export const TUNNEL_PATH = '/monitoring'

/** Returns a request's URL with `TUNNEL_PATH` for the application's path of the tunnel, if the URL begins with it. */
export function toTunnelUrl(url: string, ownPath: string | undefined): string {
  if (ownPath === undefined || !url.startsWith(ownPath)) return url
  const rest = url.slice(ownPath.length)
  return /^(?:[/?]|$)/.test(rest) ? TUNNEL_PATH + rest : url
}
