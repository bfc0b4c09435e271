import type { CompiledTable } from '#app/navigation/routing-table/match/compile-table.ts'
import type { RuleRequest } from '#app/navigation/routing-table/match/conditions.ts'
import { resolveRedirect, type AskServer, type Malformed } from '#app/navigation/routing-table/match/resolve.ts'

/** Redirects that are followed before it is a loop, about as many as browsers follow. */
export const MAX_REDIRECTS = 20

export type Followed =
  /** No redirect applies any more. With 0 `hops` it is the URL of the request. */
  | { readonly type: 'arrived'; readonly url: string; readonly hops: number }
  /** Redirected to another origin. */
  | { readonly type: 'external'; readonly location: string }
  /** More than `MAX_REDIRECTS`. */
  | { readonly type: 'loop'; readonly url: string }
  | AskServer
  | Malformed

/** Follows redirects to their end, so that a client-side navigation arrives where a document request would. */
export function followRedirects(table: CompiledTable, request: RuleRequest): Followed {
  let { url } = request
  for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
    const result = resolveRedirect(table, { ...request, url })
    if (result.type === 'none') return { type: 'arrived', url, hops }
    if (result.type !== 'redirect') return result
    if (!result.location.startsWith('/')) return { type: 'external', location: result.location }
    url = result.location
  }
  return { type: 'loop', url }
}
