import { type AnyRouter, deepEqual, type ParsedLocation } from '@tanstack/react-router'
import { splitUrl } from '#app/navigation/routing-table/match/split-url.ts'
import type { CompiledTable } from '#app/navigation/routing-table/match/compile-table.ts'
import { joinPrefix } from '#app/navigation/routing-table/match/locale-prefix.ts'

/** The public URL and the one it is rewritten to, both without fragment. */
export type Rewritten = readonly [shown: string, internal: string]

export type PublicUrl =
  /** The same page in every respect but the fragment: the public URL stays. */
  | { readonly type: 'shown'; readonly url: string }
  /** The public URL with what has changed, if the rules agree that it is rewritten to the page. */
  | { readonly type: 'candidate'; readonly url: string }

/** True when two locations have the same path and the same search params, in any order. */
export function isSamePage(a: ParsedLocation, b: ParsedLocation): boolean {
  return a.pathname === b.pathname && deepEqual(a.search, b.search)
}

/**
 * The public URL for a location that was built relative to a rewritten page (`to: '.'`, another hash, search or
 * language): the source of the rewrite as far as it can stay. Undefined when the location is another page.
 */
export function preservePublicUrl(input: {
  readonly built: ParsedLocation
  readonly from: ParsedLocation
  readonly here: Rewritten
  readonly router: AnyRouter
  readonly table: CompiledTable
}): PublicUrl | undefined {
  const { built, from, here, router, table } = input
  const [shown] = here
  const hash = built.hash ? `#${built.hash}` : ''
  if (built.pathname === from.pathname && built.searchStr === from.searchStr)
    return { type: 'shown', url: shown + hash }

  const read = (path: string) => table.readAddress(path, undefined)
  const to = read(built.pathname)
  if (to.pathWithoutLocale !== read(from.pathname).pathWithoutLocale) return undefined
  const { path, query } = splitUrl(shown)
  const { pathWithoutLocale } = read(path)
  const wanted = router.options.stringifySearch(
    withoutRules(built.search, from.search, router.options.parseSearch(query)),
  )
  return {
    type: 'candidate',
    url: joinPrefix(to.prefix, pathWithoutLocale) + wanted + hash,
  }
}

/** The search params without those that the rule added and that are unchanged. */
function withoutRules(
  search: Record<string, unknown>,
  internal: Record<string, unknown>,
  visitors: Record<string, unknown>,
): Record<string, unknown> {
  const entries = Object.entries(search).filter(
    ([key, value]) => !deepEqual(value, internal[key]) || deepEqual(value, visitors[key]),
  )
  return Object.fromEntries(entries)
}
