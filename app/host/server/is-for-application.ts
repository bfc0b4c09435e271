/** Characters that the host's other handlers read in another way than the application. */
const AMBIGUOUS = /\/\/|[\\#?]/

/**
 * Tells requests that only the application can respond to, so that they need not pass the host's other handlers. False for
 * all that those may read in another way, as RFC 9112 lets a request target be an absolute URL.
 *
 * @param target of the request line
 * @param bases paths of the other handlers, which get what begins with one once it is decoded
 * @param isPublicPath tells decoded paths of public files
 */
export function isForApplication(
  target: string,
  bases: readonly string[],
  isPublicPath: (path: string) => boolean,
): boolean {
  let path = target.split('?', 1)[0] ?? ''
  if (path.includes('%')) {
    try {
      path = decodeURIComponent(path)
    } catch {
      return false
    }
  }
  if (!path.startsWith('/') || AMBIGUOUS.test(path)) return false
  return !bases.some((base) => path.startsWith(base)) && !isPublicPath(path)
}
