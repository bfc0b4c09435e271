import { getNormalizedURL } from '@tanstack/react-router/ssr/server'

/**
 * Returns the form of a path that Start and the router use: percent-escapes are decoded once, except for characters
 * with a meaning in a path, and it begins with one slash. Guards compare this form: `/%72eports` is `/reports`.
 */
export function normalizedPath(pathname: string): string {
  if (!pathname.includes('%') && !pathname.startsWith('//')) return pathname
  // Browsers encode a pipe, but Node does not: the redirect to the canonical path would never end.
  return getNormalizedURL(new URL(`http://host.invalid${pathname}`)).url.pathname.replaceAll('|', '%7C')
}
