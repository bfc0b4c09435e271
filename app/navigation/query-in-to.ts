import type { AnyRouter } from '@tanstack/react-router'
import { splitUrl } from '#app/navigation/routing-table/match/url.ts'

type Destination = { to?: unknown; search?: unknown; hash?: unknown }

/**
 * Makes a router read a query and a fragment that stand in `to`. By itself it takes them for a part of the path, and
 * `/x?u=http://y` for `/x?u=http:/y`. `search` and `hash` win over them.
 */
export function installQueryInTo(router: AnyRouter): void {
  const build = router.buildLocation as (destination: Destination) => ReturnType<AnyRouter['buildLocation']>
  router.buildLocation = (destination: Destination) => {
    const { to } = destination
    if (typeof to !== 'string' || !/[?#]/.test(to)) return build(destination)
    const { path, query, hash } = splitUrl(to)
    return build({
      ...destination,
      to: path || '.',
      search: destination.search ?? router.options.parseSearch(query),
      hash: destination.hash ?? hash.slice(1),
    })
  }
}
