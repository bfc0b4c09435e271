/** Splits `/a?b#c` into path, query (without `?`) and hash (with `#`). */
export function splitUrl(url: string): { path: string; query: string; hash: string } {
  const hashAt = url.indexOf('#')
  const beforeHash = hashAt < 0 ? url : url.slice(0, hashAt)
  const queryAt = beforeHash.indexOf('?')
  return {
    path: queryAt < 0 ? beforeHash : beforeHash.slice(0, queryAt),
    query: queryAt < 0 ? '' : beforeHash.slice(queryAt + 1),
    hash: hashAt < 0 ? '' : url.slice(hashAt),
  }
}

/** The name in a host header: lower-case, without the port. */
export function hostName(host: string): string {
  return host.replace(/:\d*$/, '').toLowerCase()
}
