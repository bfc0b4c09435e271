import { getNormalizedURL } from '@tanstack/react-router/ssr/server'

/**
 * Returns a path as Start and the router read it: percent-escapes are decoded once, except of characters with a meaning in
 * a path, and one slash is in front. Guards compare this form: `/%72eports` is `/reports`.
 */
export function normalizedPath(pathname: string): string {
  if (!pathname.includes('%') && !pathname.startsWith('//')) return pathname
  // Browsers encode a pipe, and Node does not: the redirect to the canonical path would have no end.
  return getNormalizedURL(new URL(`http://host.invalid${pathname}`)).url.pathname.replaceAll('|', '%7C')
}
