/** The part of a router's location that names a prefetch target. */
export interface LocationLike {
  readonly pathname: string
  readonly searchStr: string
}

/** The key of a target: path and search. A hash only scrolls, so links that differ in it alone share a prefetch. */
export function prefetchKey(location: LocationLike): string {
  return location.pathname + location.searchStr
}
