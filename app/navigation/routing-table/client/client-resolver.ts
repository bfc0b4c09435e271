import type { AnyRouter } from '@tanstack/react-router'
import { compileTable, type CompiledTable } from '#app/navigation/routing-table/match/compile-table.ts'
import type { RuleRequest } from '#app/navigation/routing-table/match/conditions.ts'
import { followRedirects, MAX_REDIRECTS, type Followed } from '#app/navigation/routing-table/match/follow-redirects.ts'
import { canonicalizeLocale } from '#app/navigation/routing-table/match/canonicalize-locale.ts'
import { reservedAt } from '#app/navigation/routing-table/reserved-paths.ts'
import { resolveRewrite } from '#app/navigation/routing-table/match/resolve.ts'
import { matchRouteKind } from '#app/navigation/routing-table/match/route-kind.ts'
import type { PreparedTable } from '#app/navigation/routing-table/routing-types.ts'
import { readCookie } from '#app/server/http/read-cookie.ts'

/** Where a navigation ends. Addresses are public: what the bar shows. */
export type Resolution =
  /** The address shows its own page. */
  | { readonly type: 'own'; readonly url: string }
  /** The address shows the page of another one. */
  | { readonly type: 'shows'; readonly url: string; readonly internal: string }
  /** It needs a document: another origin, a file, or something that only the server knows. */
  | { readonly type: 'document'; readonly url: string }

export type ClientResolver = {
  /** Follows redirects and rewrites with all that is known in the browser. */
  readonly follow: (url: string, cookies: string) => Resolution
  /**
   * The address whose page is shown at an address, judged by the address alone, so that server and browser render the
   * same links: null when it shows its own page, undefined when that cannot be told.
   *
   * @param url without a fragment
   */
  readonly show: (url: string) => string | null | undefined
}

/** A page has some dozens of links; more than this are not worth the memory. */
const REMEMBERED = 1_000

const compiledTables = new WeakMap<PreparedTable, CompiledTable>()

function compiledOnce(table: PreparedTable): CompiledTable {
  let compiled = compiledTables.get(table)
  if (compiled === undefined) compiledTables.set(table, (compiled = compileTable(table)))
  return compiled
}

/** Makes what answers for a router's addresses from the part of the table that the browser has. */
export function createClientResolver(
  prepared: PreparedTable,
  files: readonly string[],
  router: AnyRouter,
  readHost: () => string | undefined,
): ClientResolver {
  const table = compiledOnce(prepared)
  const fileSet = new Set(files)
  const remembered = new Map<string, string | null | undefined>()
  const serves = (path: string) => matchRouteKind(router, fileSet, path)

  const requestFor = (url: string, cookies?: string): RuleRequest => {
    // A link is drawn alike for every host but a domain's: a page that is the same for everyone is kept for all hosts.
    const host = cookies !== undefined || table.domains.length > 0 ? readHost() : undefined
    return {
      url,
      ...(host && { host }),
      ...(cookies !== undefined && { cookies: { get: (name) => readCookie(cookies, name) } }),
    }
  }

  const rewritten = (request: RuleRequest): string | null | undefined => {
    const answer = resolveRewrite(table, request, serves)
    if (answer.type === 'none') {
      const { path, pathWithoutLocale } = table.readAddress(request.url, undefined)
      return fileSet.has(path) || reservedAt(pathWithoutLocale) !== undefined ? undefined : null
    }
    // A file, what the server makes, another origin or nothing at all is the server's to answer with.
    const isPage = answer.type === 'rewrite' && (answer.served === 'static' || answer.served === 'dynamic')
    return isPage ? answer.url : undefined
  }

  const follow = (url: string, cookies: string): Resolution => {
    let followed: Followed = { type: 'arrived', url, hops: 0 }
    for (let round = 0, at = url; round < MAX_REDIRECTS; round++) {
      followed = followRedirects(table, requestFor(at, cookies))
      if (followed.type !== 'arrived') break
      at = canonicalizeLocale(table, followed.url, requestFor(at, cookies).host)
      if (at === followed.url) break
    }
    if (followed.type === 'leave') return { type: 'document', url: followed.location }
    // The server knows; of a loop the browser itself says that it is one.
    if (followed.type !== 'arrived') return { type: 'document', url }
    const internal = rewritten(requestFor(followed.url, cookies))
    if (internal === null) return { type: 'own', url: followed.url }
    return internal === undefined
      ? { type: 'document', url: followed.url }
      : { type: 'shows', url: followed.url, internal }
  }

  const show = (url: string): string | null | undefined => {
    if (remembered.has(url)) return remembered.get(url)
    if (remembered.size >= REMEMBERED) remembered.clear()
    const internal = rewritten(requestFor(url))
    remembered.set(url, internal)
    return internal
  }

  return { follow, show }
}
