// A path stays percent-encoded from the request to the Location header, so that nothing in it can turn into a slash, a
// backslash or a line break on the way.

const UNSAFE = /[^\x21-\x7e]+|["<>\\^`{|}]/g
const NEEDS_CANONICAL = /[^\x21-\x7e]|["<>\\^`{|}%]|\/\//
const ESCAPED = /%([0-9a-f]{2})?/gi
const UNRESERVED = /[A-Za-z0-9_~-]/

const encode = (text: string) => encodeURIComponent(text.toWellFormed())

/** Percent-encodes what a URL may not contain (spaces, controls, non-ASCII, backslash) and nothing else. */
export function encodeUnsafe(text: string): string {
  return text.replace(UNSAFE, encode)
}

/**
 * The canonical form of a path, which rules are matched with: runs of slashes and backslashes as one slash, unsafe characters
 * encoded, escapes of letters and digits decoded (`/%61bout` must not slip past a rule for `/about`), a stray `%`
 * encoded. `%2F`, `%5C` and `%2E` stay as they are.
 */
export function canonicalPath(path: string): string {
  if (!NEEDS_CANONICAL.test(path) && path.startsWith('/')) return path
  return encodeUnsafe(collapseSlashes(path)).replace(ESCAPED, (escape, hex: string | undefined) => {
    if (hex === undefined) return '%25'
    const char = String.fromCharCode(Number.parseInt(hex, 16))
    return UNRESERVED.test(char) ? char : escape.toUpperCase()
  })
}

/** The path with a slash in front and every run of slashes and backslashes made one slash: `//evil.com` stays here. */
export function collapseSlashes(path: string): string {
  return `/${path}`.replace(/[\\/]+/g, '/')
}

/** Encodes a value taken from a query or a cookie, which is plain text. Slashes stay, so that it may fill a path. */
export function encodeText(text: string): string {
  return text.replace(/[^A-Za-z0-9\-._~!$'()*,;:@/=]+/g, encode)
}

/** Encodes a value taken from a header, where escapes already count as escapes. */
export function encodeHeader(text: string): string {
  return text.replace(/%(?![0-9a-f]{2})|[^A-Za-z0-9\-._~!$'()*,;:@/=%]+/gi, encode)
}

/**
 * Decodes percent-encoded text; text that is not well encoded is returned as it is.
 *
 * @param decode `decodeURI` for a path, in which `%2F` and other escapes of reserved characters stay encoded
 */
export function safeDecode(text: string, decode: (text: string) => string = decodeURIComponent): string {
  try {
    return decode(text)
  } catch {
    return text
  }
}
