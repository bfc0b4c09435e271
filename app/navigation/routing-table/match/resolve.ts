import { splitUrl, type LocalizedUrl } from '#app/navigation/routing-table/match/url.ts'
import {
  candidates,
  matchRule,
  type CompiledRule,
  type CompiledTable,
  type RuleList,
  type RuleMatch,
} from '#app/navigation/routing-table/match/compile-table.ts'
import { readHost, type RuleRequest } from '#app/navigation/routing-table/match/conditions.ts'
import { fillDestination, type FillKind } from '#app/navigation/routing-table/match/fill-destination.ts'
import { canonicalPath } from '#app/navigation/routing-table/match/url-encoding.ts'
import { normalizeUrl } from '#app/navigation/routing-table/match/normalize-url.ts'
import { reservedAt } from '#app/navigation/routing-table/reserved-paths.ts'
import type { PreparedRule, RedirectStatus } from '#app/navigation/routing-table/routing-types.ts'

export type Redirect = {
  readonly type: 'redirect'
  readonly status: RedirectStatus
  /** Path-only inside the application. */
  readonly location: string
  /** The rule's place, or `slash`. */
  readonly by: string
}
export type AskServer = { readonly type: 'ask-server'; readonly by: string }
export type Malformed = { readonly type: 'malformed' | 'too-long' }
export type None = { readonly type: 'none' }
/** What answers at a path: a public file, a page with a fixed path, a page with params, the server itself, or nothing. */
export type RouteKind = 'file' | 'static' | 'dynamic' | 'generated' | null
export type Rewrite = {
  readonly type: 'rewrite'
  readonly url: string
  readonly served: RouteKind
  readonly by: string
}
export type Proxy = { readonly type: 'proxy'; readonly url: string; readonly by: string }

/** Told of every rule that is tried, and of what its destination becomes: null when it may not be filled. */
export type Trace = (rule: PreparedRule, match: RuleMatch, to: string | null) => void

/**
 * Where a request is sent, if anywhere: first by the spelling of its path, then by the first redirect rule that
 * matches. A redirect may stand over a page. The incoming query is kept. Chains are not followed: each hop is its own
 * answer. With `trace`, every rule is tried and reported, not only those the index names.
 */
export function resolveRedirect(
  table: CompiledTable,
  request: RuleRequest,
  trace?: Trace,
): Redirect | AskServer | Malformed | None {
  if (isBeforeTable(request.url)) return { type: 'none' }
  const normal = normalizeUrl(request.url, table.trailingSlash)
  if (normal.type === 'redirect') return redirect(308, normal.location, 'slash')
  if (normal.type !== 'ok') return normal

  const host = readHost(request) ?? undefined
  const address = table.readAddress(request.url, host)
  const found = nextMatch(table.redirects, address, request, 0, 'redirect', trace)
  if (found === null) return { type: 'none' }
  const { rule } = found.compiled
  if (found.to === null) return { type: 'ask-server', by: rule.place }
  const location = rule.locale && found.to.startsWith('/') ? onDomain(table, address, host, found.to) : found.to
  return redirect(rule.status, location, rule.place)
}

/**
 * What is shown at an address that is not redirected: `beforeFiles` rules all in turn, each seeing what the one before
 * it made; then files and fixed pages; then `afterFiles` until one leads to something served; then pages with params;
 * then `fallback` in the same way. A rewrite to another origin ends it. Every rule is applied at most once to a request,
 * so rules that lead into each other cannot loop.
 *
 * `serves` is asked for paths without query, the locale prefix included. A rewrite that ends nowhere is still a
 * rewrite, with `served: null`.
 */
export function resolveRewrite(
  table: CompiledTable,
  request: RuleRequest,
  serves: (path: string) => RouteKind,
  trace?: Trace,
): Rewrite | Proxy | AskServer | None {
  if (isBeforeTable(request.url)) return { type: 'none' }
  const host = readHost(request) ?? undefined
  let address = table.readAddress(request.url, host)
  let rewritten: { url: string; by: string } | null = null
  let served: RouteKind = null

  /** Applies the rules of one phase; the answer, if the request ends there. */
  const phase = (list: RuleList, stopWhenServed: boolean): Proxy | AskServer | null => {
    for (let from = 0; ;) {
      const found = nextMatch(list, address, request, from, 'rewrite', trace)
      if (found === null) return null
      const by = found.compiled.rule.place
      if (found.to === null) return { type: 'ask-server', by }
      if (!found.to.startsWith('/')) return { type: 'proxy', url: found.to, by }
      const next = table.readAddress(found.to, host)
      // A rewrite to the same address (`/:path*` to `/:path*`) only asks once more what is served there.
      if (next.path !== address.path || next.query !== address.query) rewritten = { url: found.to, by }
      address = next
      from = found.row + 1
      if (stopWhenServed && (served = servedAt(address, serves)) !== null) return null
    }
  }
  const end = (): Rewrite | None =>
    rewritten === null ? { type: 'none' } : { type: 'rewrite', url: rewritten.url, served, by: rewritten.by }

  const early = phase(table.beforeFiles, false)
  if (early) return early
  const here = servedAt(address, serves)
  if (here === 'file' || here === 'static') {
    served = here
    return end()
  }
  const after = phase(table.afterFiles, true)
  if (after || served !== null) return after ?? end()
  served = servedAt(address, serves)
  if (served !== null) return end()
  return phase(table.fallback, true) ?? end()
}

type Found<C> = {
  readonly compiled: C
  readonly row: number
  /** Null when only the server knows. */
  readonly to: string | null
}

/** The first rule from a row on that applies, with its destination filled, or that only the server can decide. */
function nextMatch<R extends PreparedRule>(
  list: RuleList<R>,
  address: LocalizedUrl,
  request: RuleRequest,
  from: number,
  kind: FillKind,
  trace: Trace | undefined,
): Found<CompiledRule<R>> | null {
  const rows = trace ? list.rules.keys() : candidates(list, address)
  for (const row of rows) {
    const compiled = list.rules[row]
    if (row < from || compiled === undefined) continue
    const { rule } = compiled
    const match = matchRule(compiled, address, request)
    const prefix = rule.locale ? address.prefix : ''
    const to = match.type === 'match' ? fillDestination(rule.destination, match.params, address, prefix, kind) : null
    trace?.(rule, match, to)
    if (to !== null || match.type === 'unknown') return { compiled, row, to }
  }
  return null
}

function isBeforeTable(url: string): boolean {
  return reservedAt(canonicalPath(splitUrl(url).path)) === 'before-table'
}

/** What answers at an address where no rule does. Of what is reserved, no page answers. */
export function servedAt(
  { path, pathWithoutLocale }: Pick<LocalizedUrl, 'path' | 'pathWithoutLocale'>,
  serves: (path: string) => RouteKind,
): RouteKind {
  const served = serves(path)
  const reserved = reservedAt(pathWithoutLocale)
  if (reserved === undefined || served === 'file') return served
  return reserved === 'generated' && path === pathWithoutLocale ? 'generated' : null
}

function redirect(status: RedirectStatus, location: string, by: string): Redirect {
  return { type: 'redirect', status, location, by }
}

/** A locale that has a domain of its own is redirected to it, where it needs no prefix. A host that is no domain serves all. */
function onDomain(table: CompiledTable, address: LocalizedUrl, host: string | undefined, location: string): string {
  if (address.prefix === '' || !table.domains.some(({ domain }) => domain === host)) return location
  const home = table.domains.find((domain) => domain.defaultLocale === address.locale && domain.domain !== host)
  if (home === undefined) return location
  const bare = location.slice(address.prefix.length)
  return `${home.http ? 'http' : 'https'}://${home.domain}${bare.startsWith('/') ? bare : `/${bare}`}`
}
