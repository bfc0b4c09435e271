import type { AnyRouter, LocationRewrite, ParsedLocation } from '@tanstack/react-router'
import type { BuildLocation } from '#fairlead/navigation/router-types.ts'

/** The number of URLs of links that are remembered for each rewrite. A page has some dozens of links. */
const MEMO_SIZE = 1_000

type Urls = Pick<ParsedLocation, 'href' | 'publicHref' | 'external'>

/** The URLs by the `href` that the router makes without a rewrite. On the server, requests share a rewrite. */
const memos = new WeakMap<LocationRewrite, Map<string, Urls>>()

const pathOf = ({ pathname, search, hash }: URL): string => pathname + search + hash

function urlsOf(rewrite: LocationRewrite, origin: string, href: string): Urls {
  const inner = new URL(href, origin)
  const made = rewrite.output?.({ url: inner }) ?? inner
  const url = typeof made === 'string' ? new URL(made) : made
  const external = url.origin !== inner.origin
  // `//evil.example` would be another origin.
  return { href: pathOf(inner), publicHref: external ? url.href : pathOf(url).replace(/^\/+/, '/'), external }
}

/**
 * Wraps `buildLocation` so that it makes a public URL only once: making a `URL` each time is a third of the cost of a
 * link.
 */
export function buildPublicUrl(build: BuildLocation, router: AnyRouter): BuildLocation {
  /** The rewrite while a location is built without it; an updater of its search may build another one. */
  let suspended: LocationRewrite | undefined
  return (destination) => {
    const rewrite = router.rewrite ?? suspended
    // The rewrite reads an `href`.
    if (!rewrite || destination.href || destination.mask || router.options.routeMasks) return build(destination)
    const outer = suspended
    router.rewrite = undefined as never
    suspended = rewrite
    let location: ParsedLocation
    try {
      location = build(destination)
    } finally {
      suspended = outer
      if (!outer) router.rewrite = rewrite
    }
    let memo = memos.get(rewrite)
    if (!memo) memos.set(rewrite, (memo = new Map<string, Urls>()))
    let urls = memo.get(location.href)
    if (!urls) {
      urls = urlsOf(rewrite, router.origin ?? '', location.href)
      if (memo.size >= MEMO_SIZE) memo.clear()
      memo.set(location.href, urls)
    }
    // The location was built now, or by an earlier call with the same options.
    return Object.assign(location, urls)
  }
}
