import { splitUrl } from '#app/navigation/routing-table/match/url.ts'
import { safeDecode, encodeUnsafe, collapseSlashes } from '#app/navigation/routing-table/match/url-encoding.ts'
import { MATCHING } from '#app/navigation/routing-table/parse/pattern-limits.ts'

export type NormalizedUrl =
  | { readonly type: 'ok' }
  /** The address as it should be written, query and fragment kept: a 308. */
  | { readonly type: 'redirect'; readonly location: string }
  /** An escape in the path that stands for nothing: a 400. */
  | { readonly type: 'malformed' }
  /** A path that is too long for the patterns of rules: a 414. */
  | { readonly type: 'too-long' }

/**
 * The first look at an address. Runs of slashes and backslashes become one slash, so that no answer made from the path
 * can be read as another host. Then the one spelling of a trailing slash: without it, `/a/` goes to `/a`; with it, `/a`
 * goes to `/a/`, except that a last segment with an extension loses its slash, one with some other dot is left alone,
 * and so is everything under `/.well-known`.
 */
export function normalizeUrl(url: string, trailingSlash: boolean): NormalizedUrl {
  const { path, query, hash } = splitUrl(url)
  if (path.length > MATCHING.characters) return { type: 'too-long' }
  // An escape always decodes to something else.
  if (path.includes('%') && safeDecode(path) === path) return { type: 'malformed' }
  const wanted = withTrailingSlash(collapseSlashes(path), trailingSlash)
  if (wanted === path) return { type: 'ok' }
  return { type: 'redirect', location: encodeUnsafe(wanted + (query && `?${query}`) + hash) }
}

/** The path with or without a slash at its end, as the table wants it. */
export function withTrailingSlash(path: string, trailingSlash: boolean): string {
  if (path === '/') return path
  const bare = path.endsWith('/') ? path.slice(0, -1) : path
  if (!trailingSlash) return bare
  if (/^\/\.well-known(?:\/|$)/.test(path)) return path
  const last = bare.slice(bare.lastIndexOf('/') + 1)
  if (!last.includes('.')) return `${bare}/`
  return /\.\w+$/.test(last) ? bare : path
}
