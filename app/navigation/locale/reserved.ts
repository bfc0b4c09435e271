/** Names that clients look for at the root of every site. No language and no param may take them. */
const RESERVED = /^\/(?:\.well-known(?:\/|$)|favicon\.ico$|apple-touch-icon[^/]*\.png$)/

/** Whether a path is one of the reserved names, which are files or not there, and never pages. */
export function isReserved(pathname: string): boolean {
  return RESERVED.test(pathname)
}
