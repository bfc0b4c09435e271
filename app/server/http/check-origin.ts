/** What of a call decides whether it is let in. */
export type OriginHeaders = {
  /** Of the request, by lower-case name. */
  header: (name: string) => string | null
  /** Hosts that are this server: of the request, and as trusted proxies were asked. */
  hosts: readonly string[]
  /** Where this server is known to be, if it is. */
  publicOrigin: string | undefined
}

export type OriginCheck = { type: 'admitted' } | { type: 'refused'; why: string }

/** Whether an address in a header is on this site. `null`, as sandboxed pages say, is no address. */
export function isSameOriginUrl(address: string, hosts: readonly string[], publicOrigin: string | undefined): boolean {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) return false
  return url.origin === publicOrigin || hosts.some((host) => host.toLowerCase() === url.host)
}

/**
 * Whether a call of a server function comes from a page of this site. Every header that says where it comes from must
 * agree; one that says nothing is refused, because it cannot be told from a forged one. Pure.
 */
export function checkOrigin({ header, hosts, publicOrigin }: OriginHeaders): OriginCheck {
  const site = header('sec-fetch-site')
  const origin = header('origin')
  const referer = header('referer')
  if (site === null && origin === null && referer === null) {
    return { type: 'refused', why: 'the call does not say which page it comes from' }
  }
  if (site !== null && site !== 'same-origin') {
    return { type: 'refused', why: `Sec-Fetch-Site is ${JSON.stringify(site.slice(0, 40))}; allowed is same-origin` }
  }
  if (origin !== null && !isSameOriginUrl(origin, hosts, publicOrigin)) {
    return { type: 'refused', why: 'Origin names another site' }
  }
  if (site === null && origin === null && referer !== null && !isSameOriginUrl(referer, hosts, publicOrigin)) {
    return { type: 'refused', why: 'Referer names another site' }
  }
  return { type: 'admitted' }
}
