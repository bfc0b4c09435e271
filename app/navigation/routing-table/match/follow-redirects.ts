import type { CompiledTable } from '#app/navigation/routing-table/match/compile-table.ts'
import { canonicalizeLocale } from '#app/navigation/routing-table/match/canonicalize-locale.ts'
import { readHost, type RuleRequest } from '#app/navigation/routing-table/match/conditions.ts'
import { resolveRedirect, type AskServer, type Malformed } from '#app/navigation/routing-table/match/resolve.ts'

/** Redirects that are followed before it is a loop, about as many as browsers follow. */
export const MAX_REDIRECTS = 20

export type Followed =
  /** No redirect applies any more, and the locale prefix is canonical. */
  | { readonly type: 'arrived'; readonly url: string }
  /** Redirected to another origin. */
  | { readonly type: 'external'; readonly location: string }
  /** More than `MAX_REDIRECTS`. */
  | { readonly type: 'loop'; readonly url: string }
  | AskServer
  | Malformed

/**
 * Follows the redirects of the table, and those to a canonical locale prefix, to their end, so that a client-side
 * navigation arrives where a document request would.
 */
export function followRedirects(table: CompiledTable, request: RuleRequest): Followed {
  const host = readHost(request) ?? undefined
  let { url } = request
  for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
    const result = resolveRedirect(table, { ...request, url })
    if (result.type === 'none') {
      const canonical = canonicalizeLocale(table, url, host)
      if (canonical === url) return { type: 'arrived', url }
      url = canonical
    } else if (result.type === 'redirect') {
      if (!result.location.startsWith('/')) return { type: 'external', location: result.location }
      url = result.location
    } else return result
  }
  return { type: 'loop', url }
}
