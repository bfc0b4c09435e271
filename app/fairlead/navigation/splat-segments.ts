import type { AnyRouter, ParsedLocation } from '@tanstack/react-router'
import { languages } from '#fairlead/navigation/locale/locale.ts'
import type { Destination } from '#fairlead/navigation/router-types.ts'
import { splitLocale } from '#fairlead/navigation/routing-table/match/localized-url.ts'
import { encodeUnsafe, splitUrl } from '#fairlead/navigation/routing-table/match/url.ts'
import { safeDecode } from '#fairlead/platform/http/safe-decode.ts'

/**
 * Returns the segments of a path below `base`, each decoded once: an encoded slash stays inside its segment, which the
 * router's own splat cannot tell from a separator.
 *
 * @param pathname as the router gives it: reserved characters still encoded
 * @returns `undefined` when nothing follows `base`
 */
export function splatSegments(pathname: string, base: string): string[] | undefined {
  const rest = pathname.slice(pathname.indexOf(base) + base.length).replace(/^\//, '')
  return rest === '' ? undefined : rest.split('/').map(decodeURIComponent)
}

/** True if a target inherits the param of the current catch-all. */
function inheritsSplat({ to = '.', params }: Destination): boolean {
  const hasOwn = typeof params === 'object' && params !== null && '_splat' in params
  return !hasOwn && (to === '.' || String(to).includes('$'))
}

/**
 * Keeps the encoded slashes of a link to the same page, with other search params or in another language. The param of a
 * catch-all has them decoded, and the router builds the path from it.
 */
export function keepEncodedSlashes(
  location: ParsedLocation,
  destination: Destination,
  router: Pick<AnyRouter, 'latestLocation'>,
): ParsedLocation {
  const { pathname } = (destination._fromLocation as ParsedLocation | undefined) ?? router.latestLocation
  if (!/%2f/i.test(pathname) || !inheritsSplat(destination)) return location
  const { path: shown } = splitLocale(languages, pathname)
  const { path: built } = splitLocale(languages, location.pathname)
  if (shown === built || safeDecode(shown) !== safeDecode(built)) return location
  const kept = location.pathname.slice(0, -built.length) + shown
  const { query, hash } = splitUrl(location.href)
  const href = encodeUnsafe(kept) + (query && `?${query}`) + hash
  return { ...location, pathname: kept, href, publicHref: href }
}
