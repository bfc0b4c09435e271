const BASE = 'http://site.invalid'

/** Returns the URL of a path of this site, with any query and hash; `undefined` for whatever else a visitor may have sent. */
export function ownUrl(href: unknown): URL | undefined {
  if (typeof href !== 'string' || !href.startsWith('/') || !URL.canParse(href, BASE)) return undefined
  const url = new URL(href, BASE)
  // `/.//host` has become `//host`, which browsers take for another host.
  return url.origin === BASE && !url.pathname.startsWith('//') ? url : undefined
}
