import { cutUrl } from '#app/navigation/rules/address.ts'
import { decodeLeniently, encodeUnsafe, singleSlashes } from '#app/navigation/rules/encoding.ts'
import { MATCHING } from '#app/navigation/rules/limits.ts'

export type Normalised =
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
export function normalise(url: string, trailingSlash: boolean): Normalised {
  const { path, query, hash } = cutUrl(url)
  if (path.length > MATCHING.characters) return { type: 'too-long' }
  // An escape always decodes to something else.
  if (path.includes('%') && decodeLeniently(path) === path) return { type: 'malformed' }
  const wanted = withSlash(singleSlashes(path), trailingSlash)
  if (wanted === path) return { type: 'ok' }
  return { type: 'redirect', location: encodeUnsafe(wanted + (query && `?${query}`) + hash) }
}

/** The path with or without a slash at its end, as the table wants it. */
export function withSlash(path: string, trailingSlash: boolean): string {
  if (path === '/') return path
  const bare = path.endsWith('/') ? path.slice(0, -1) : path
  if (!trailingSlash) return bare
  if (/^\/\.well-known(?:\/|$)/.test(path)) return path
  const last = bare.slice(bare.lastIndexOf('/') + 1)
  if (!last.includes('.')) return `${bare}/`
  return /\.\w+$/.test(last) ? bare : path
}
