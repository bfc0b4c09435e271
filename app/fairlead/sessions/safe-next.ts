import { ownUrl } from '#fairlead/platform/http/check-origin.ts'

/** Returns `requested`, path, query and hash, if it is a page of this site, else `fallback`. */
export function safeNext(requested: unknown, fallback: string): string {
  const url = ownUrl(requested)
  return url ? url.pathname + url.search + url.hash : fallback
}
