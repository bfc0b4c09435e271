import type { CompiledTable } from '#app/navigation/routing-table/match/compile-table.ts'
import type { RuleRequest } from '#app/navigation/routing-table/match/conditions.ts'
import { resolveRedirect, type AskServer, type Malformed } from '#app/navigation/routing-table/match/resolve.ts'

/** Browsers give up on a document that is redirected about as often. */
export const MAX_REDIRECTS = 20

export type Followed =
  /** No rule sends it further: the address it came to, which is the one asked for when `hops` is 0. */
  | { readonly type: 'arrived'; readonly url: string; readonly hops: number }
  /** It leads to another origin. */
  | { readonly type: 'leave'; readonly location: string }
  /** It does not end within `MAX_REDIRECTS`. */
  | { readonly type: 'loop'; readonly url: string }
  | AskServer
  | Malformed

/** Follows redirects until they end, so that a soft navigation ends where a document request would. */
export function followRedirects(table: CompiledTable, request: RuleRequest): Followed {
  let { url } = request
  for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
    const answer = resolveRedirect(table, { ...request, url })
    if (answer.type === 'none') return { type: 'arrived', url, hops }
    if (answer.type !== 'redirect') return answer
    if (!answer.location.startsWith('/')) return { type: 'leave', location: answer.location }
    url = answer.location
  }
  return { type: 'loop', url }
}
