/**
 * Returns the URL to go to after a sign-in: the requested one if it is a page of this site, else `fallback`.
 *
 * @param requested what a visitor sent as `next`: path and search
 */
export function safeNext(requested: unknown, fallback: string): string {
  const base = 'http://site.invalid'
  if (typeof requested !== 'string' || !requested.startsWith('/') || !URL.canParse(requested, base)) return fallback
  const { origin, pathname, search, hash } = new URL(requested, base)
  // `/.//host` has become `//host`, which browsers take for another host.
  if (origin !== base || pathname.startsWith('//')) return fallback
  return pathname + search + hash
}
