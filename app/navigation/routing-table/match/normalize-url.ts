import { splitUrl } from '#app/navigation/routing-table/match/split-url.ts'
import { safeDecode, encodeUnsafe, collapseSlashes } from '#app/navigation/routing-table/match/url-encoding.ts'
import { MATCHING } from '#app/navigation/routing-table/parse/pattern-limits.ts'

export type NormalizedUrl =
  | { readonly type: 'ok' }
  /** The canonical URL, query and fragment unchanged: a 308. */
  | { readonly type: 'redirect'; readonly location: string }
  /** An invalid escape in the path: a 400. */
  | { readonly type: 'malformed' }
  /** A path longer than `MATCHING.characters`: a 414. */
  | { readonly type: 'too-long' }

/**
 * Checks a URL and compares it with its canonical form. Runs of slashes and backslashes become one slash, so that no
 * `Location` made from the path can be read as another host. Without `trailingSlash`, `/a/` becomes `/a`; with it, `/a`
 * becomes `/a/`, except that a last segment with an extension loses its slash, and that one with some other dot and
 * everything under `/.well-known` stay as they are.
 */
export function normalizeUrl(url: string, trailingSlash: boolean): NormalizedUrl {
  const { path, query, hash } = splitUrl(url)
  if (path.length > MATCHING.characters) return { type: 'too-long' }
  // A valid escape always decodes to something else.
  if (path.includes('%') && safeDecode(path) === path) return { type: 'malformed' }
  const wanted = withTrailingSlash(collapseSlashes(path), trailingSlash)
  if (wanted === path) return { type: 'ok' }
  return { type: 'redirect', location: encodeUnsafe(wanted + (query && `?${query}`) + hash) }
}

/** The path in the canonical form of its trailing slash, see `normalizeUrl`. */
export function withTrailingSlash(path: string, trailingSlash: boolean): string {
  if (path === '/') return path
  const bare = path.endsWith('/') ? path.slice(0, -1) : path
  if (!trailingSlash) return bare
  if (/^\/\.well-known(?:\/|$)/.test(path)) return path
  const last = bare.slice(bare.lastIndexOf('/') + 1)
  if (!last.includes('.')) return `${bare}/`
  return /\.\w+$/.test(last) ? bare : path
}
