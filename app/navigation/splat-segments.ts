/**
 * Returns the segments of a path below `base`, each decoded once: an encoded slash stays inside its segment, which the router's
 * own splat cannot tell from a separator.
 *
 * @param pathname as the router gives it: reserved characters still encoded
 * @returns `undefined` when nothing follows `base`
 */
export function splatSegments(pathname: string, base: string): string[] | undefined {
  const rest = pathname.slice(pathname.indexOf(base) + base.length).replace(/^\//, '')
  return rest === '' ? undefined : rest.split('/').map(decodeURIComponent)
}
