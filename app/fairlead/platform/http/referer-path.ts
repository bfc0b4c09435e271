import { withoutBasePath } from '#fairlead/platform/base-path.ts'

/**
 * Returns the path of the `Referer`. The host is not compared: call it only for requests that are known to come from
 * this site.
 */
export function refererPath(request: Request): string | undefined {
  const referer = request.headers.get('referer') ?? ''
  if (!URL.canParse(referer)) return undefined
  const { pathname, search } = new URL(referer)
  return withoutBasePath(pathname + search)
}
