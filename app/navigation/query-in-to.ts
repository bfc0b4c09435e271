import type { AnyRouter, ParsedLocation } from '@tanstack/react-router'
import { splitUrl } from '#app/navigation/routing-table/match/url.ts'

type Destination = { to?: unknown; search?: unknown; hash?: unknown }

/**
 * Wraps `buildLocation` so that it reads a query and a fragment in `to`. By itself it takes them for a part of the path,
 * and `/x?u=http://y` for `/x?u=http:/y`. `search` and `hash` win over them.
 */
export function readQueryInTo(
  build: (destination: Destination) => ParsedLocation,
  _hooks: unknown,
  { options }: Pick<AnyRouter, 'options'>,
): (destination: Destination) => ParsedLocation {
  return (destination) => {
    const { to } = destination
    if (typeof to !== 'string' || !/[?#]/.test(to)) return build(destination)
    const { path, query, hash } = splitUrl(to)
    return build({
      ...destination,
      to: path || '.',
      search: destination.search ?? options.parseSearch(query),
      hash: destination.hash ?? hash.slice(1),
    })
  }
}
