/**
 * Returns `requested`, path and search, if it is a page of this site, else `fallback`. A visitor may have sent anything.
 */
export function safeNext(requested: unknown, fallback: string): string {
  const base = 'http://site.invalid'
  if (typeof requested !== 'string' || !requested.startsWith('/') || !URL.canParse(requested, base)) return fallback
  const { origin, pathname, search, hash } = new URL(requested, base)
  // `/.//host` has become `//host`, which browsers take for another host.
  if (origin !== base || pathname.startsWith('//')) return fallback
  return pathname + search + hash
}
