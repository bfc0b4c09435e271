import { safeDecode } from '#fairlead/platform/http/safe-decode.ts'

/** Splits `/a?b#c` into path, query (without `?`) and hash (with `#`). */
export function splitUrl(url: string): { path: string; query: string; hash: string } {
  const [, path = '', query = '', hash = ''] = /^([^?#]*)(?:\?([^#]*))?(.*)$/s.exec(url) ?? []
  return { path, query, hash }
}

/** Returns a URL without its fragment. */
export const withoutHash = (url: string): string => url.split('#', 1)[0] ?? url

/** Returns the name in a host header: lower-case, without the port. */
export function hostName(host: string): string {
  return host.replace(/:\d*$/, '').toLowerCase()
}

// A path stays percent-encoded from the request to the Location header, so that nothing in it can turn into a slash, a
// backslash or a line break on the way.

const UNSAFE = /[^\x21-\x7e]+|["<>\\^`{|}]/g
const NEEDS_CANONICAL = /[^\x21-\x7e]|["<>\\^`{|}%]|\/\//
const ESCAPED = /%([0-9a-f]{2})?/gi
const UNRESERVED = /[A-Za-z0-9_~-]/

const encode = (text: string) => encodeURIComponent(text.toWellFormed())

/** Percent-encodes the characters that a URL may not contain (spaces, controls, non-ASCII, backslash) and no others. */
export function encodeUnsafe(text: string): string {
  return text.replace(UNSAFE, encode)
}

const encodePipes = (url: string): string => url.replace(/^[^?#]+/, (path) => path.replace(/[|^]/g, encode))

/**
 * Returns a location with `|` and `^` encoded in its paths. Chromium encodes both, Node leaves `|`, and the router
 * leaves both.
 */
export function spellUrls<L extends { readonly href: string; readonly publicHref: string }>(location: L): L {
  const { href, publicHref } = location
  if (!/[|^]/.test(href + publicHref)) return location
  return { ...location, href: encodePipes(href), publicHref: encodePipes(publicHref) }
}

/**
 * Returns the canonical form of a path, which rules are matched with: runs of slashes and backslashes become one slash,
 * unsafe characters are encoded, escapes of letters and digits are decoded (`/%61bout` must not slip past a rule for
 * `/about`), and a stray `%` is encoded. `%2F`, `%5C` and `%2E` stay.
 */
export function canonicalPath(path: string): string {
  if (!NEEDS_CANONICAL.test(path) && path.startsWith('/')) return path
  return encodeUnsafe(collapseSlashes(path)).replace(ESCAPED, (escape, hex: string | undefined) => {
    if (hex === undefined) return '%25'
    const char = String.fromCharCode(Number.parseInt(hex, 16))
    return UNRESERVED.test(char) ? char : escape.toUpperCase()
  })
}

/**
 * Returns a path with a slash in front and every run of slashes and backslashes made one slash: `//evil.com` stays on
 * this site.
 */
export function collapseSlashes(path: string): string {
  return `/${path}`.replace(/[\\/]+/g, '/')
}

/** Encodes a value from a query or a cookie, which is plain text. Slashes stay, so that it may fill a path. */
export function encodeText(text: string): string {
  return text.replace(/[^A-Za-z0-9\-._~!$'()*,;:@/=]+/g, encode)
}

/** Encodes a value from a header, in which escapes already count as escapes. */
export function encodeHeader(text: string): string {
  return text.replace(/%(?![0-9a-f]{2})|[^A-Za-z0-9\-._~!$'()*,;:@/=%]+/gi, encode)
}

/**
 * The limits of texts that are matched against the patterns of rules, so that a quadratic pattern takes milliseconds at
 * worst.
 */
export const MATCHING = {
  /** A longer path is a 414. A longer header, cookie, query value or host meets no condition with a `value`. */
  characters: 4_096,
}

/** The maximum length of the regular expression of a source, in characters. */
export const MAX_PATTERN = 4_096

/**
 * Checks a URL and compares it with its canonical form. An invalid escape in the path is `malformed` (400), and a path
 * longer than `MATCHING.characters` is `too-long` (414). `redirect` (308) leaves query and fragment unchanged. Runs of
 * slashes and backslashes become one slash, so that no `Location` made from the path can be read as another host.
 * Without `trailingSlash`, `/a/` becomes `/a`. With it, `/a` becomes `/a/`, but a last segment with an extension loses
 * its slash, and a last segment with another dot and everything under `/.well-known` stay unchanged.
 */
export function normalizeUrl(
  url: string,
  trailingSlash: boolean,
): { type: 'ok' | 'malformed' | 'too-long' } | { type: 'redirect'; location: string } {
  const { path, query, hash } = splitUrl(url)
  if (path.length > MATCHING.characters) return { type: 'too-long' }
  // A valid escape always decodes to another text.
  if (path.includes('%') && safeDecode(path) === path) return { type: 'malformed' }
  const wanted = withTrailingSlash(collapseSlashes(path), trailingSlash)
  if (wanted === path) return { type: 'ok' }
  return { type: 'redirect', location: encodeUnsafe(wanted + (query && `?${query}`) + hash) }
}

/** Returns a path in the canonical form of its trailing slash, see `normalizeUrl`. */
export function withTrailingSlash(path: string, trailingSlash: boolean): string {
  if (path === '/') return path
  const bare = path.endsWith('/') ? path.slice(0, -1) : path
  if (!trailingSlash) return bare
  if (/^\/\.well-known(?:\/|$)/.test(path)) return path
  const last = bare.slice(bare.lastIndexOf('/') + 1)
  if (!last.includes('.')) return `${bare}/`
  return /\.\w+$/.test(last) ? bare : path
}

/** Returns a path's first segment, lower-case. */
export function firstSegment(path: string): string {
  const end = path.indexOf('/', 1)
  return (end < 0 ? path.slice(1) : path.slice(1, end)).toLowerCase()
}
