export type ReadHeader = (name: string) => string | null

export const headerOf =
  ({ headers }: Pick<Request, 'headers'>): ReadHeader =>
  (name) =>
    headers.get(name)

export type OriginHeaders = {
  header: ReadHeader
  /** Hosts of this server: the request's `Host`, and the host that a trusted proxy was asked for. */
  hosts: readonly string[]
  publicOrigin: string | undefined
}

/**
 * The source of a request. `user` is a typed URL or a bookmark; `unknown` has no `Sec-Fetch-Site`, `Origin` and
 * `Referer`.
 */
export type RequestSource = 'same-origin' | 'cross-origin' | 'user' | 'unknown'

/** True if a URL in a header is on this site. The origin `null`, which sandboxed pages send, is not. */
export function isSameOriginUrl(address: string, { hosts, publicOrigin }: Omit<OriginHeaders, 'header'>): boolean {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) return false
  const defaultPort = url.protocol === 'https:' ? /:443$/ : /:80$/
  return url.origin === publicOrigin || hosts.some((host) => host.toLowerCase().replace(defaultPort, '') === url.host)
}

/** The origin by which paths are read. */
const ANY_ORIGIN = 'http://site.invalid'

/**
 * Returns the URL of a path of this site, with any query and hash; `undefined` for any other value that a visitor may
 * send.
 */
export function ownUrl(href: unknown): URL | undefined {
  if (typeof href !== 'string' || !href.startsWith('/') || !URL.canParse(href, ANY_ORIGIN)) return undefined
  const url = new URL(href, ANY_ORIGIN)
  // `/.//host` has become `//host`, which browsers would read as another host.
  return url.origin === ANY_ORIGIN && !url.pathname.startsWith('//') ? url : undefined
}

/**
 * Returns the source of a request by the first of these headers that is present: `Sec-Fetch-Site`, `Origin`, `Referer`.
 */
export function getRequestSource(headers: OriginHeaders): RequestSource {
  const site = headers.header('sec-fetch-site')
  if (site === 'none') return 'user'
  if (site !== null) return site === 'same-origin' ? 'same-origin' : 'cross-origin'
  const address = headers.header('origin') ?? headers.header('referer')
  if (address === null) return 'unknown'
  return isSameOriginUrl(address, headers) ? 'same-origin' : 'cross-origin'
}

/**
 * Returns the reason to refuse a call of a server function; `undefined` if it comes from a page of this site. If
 * `Sec-Fetch-Site` and `Origin` are both present, they must agree, except for an origin that the page's
 * `Referrer-Policy: no-referrer` has turned into `null`. A call of unknown source is refused, because a forged one
 * looks the same.
 */
export function originFault(headers: OriginHeaders): string | undefined {
  const source = getRequestSource(headers)
  const site = headers.header('sec-fetch-site')
  const origin = headers.header('origin')
  if (source === 'unknown') return 'the call does not say which page it comes from'
  if (site !== null && source !== 'same-origin') {
    return `Sec-Fetch-Site is ${JSON.stringify(site.slice(0, 40))}; allowed is same-origin`
  }
  const isHidden = origin === 'null' && site === 'same-origin'
  if (origin !== null && !isHidden && !isSameOriginUrl(origin, headers)) return 'Origin names another site'
  return source === 'same-origin' ? undefined : 'Referer names another site'
}
