export interface LocationLike {
  readonly pathname: string
  readonly searchStr: string
}

/** Returns the key of a target: path and search. Links that differ in the hash alone share a prefetch. */
export function prefetchKey(location: LocationLike): string {
  return location.pathname + location.searchStr
}
