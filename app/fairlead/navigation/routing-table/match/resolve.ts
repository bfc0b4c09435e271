import { joinPrefix, type LocalizedUrl } from '#fairlead/navigation/routing-table/match/localized-url.ts'
import {
  candidates,
  type CompiledTable,
  type LocateRedirect,
  matchRule,
  type RuleList,
  type RuleMatch,
} from '#fairlead/navigation/routing-table/match/compile-table.ts'
import { hostOfRequest, type RuleRequest } from '#fairlead/navigation/routing-table/match/conditions.ts'
import { fillDestination, type FillKind } from '#fairlead/navigation/routing-table/match/fill-destination.ts'
import { normalizeUrl, splitUrl } from '#fairlead/navigation/routing-table/match/url.ts'
import { reservedAt } from '#fairlead/navigation/routing-table/reserved-paths.ts'
import type { RedirectStatus, Rule } from '#fairlead/navigation/routing-table/routing-types.ts'

export type Redirect = {
  readonly type: 'redirect'
  readonly status: RedirectStatus
  /** A path inside of the application, else a URL. */
  readonly location: string
  /** The rule's place (`redirects[3]`), or `slash`. */
  readonly by: string
}
/** No rule applies, or only the server can decide that one does. */
type Undecided = { readonly type: 'none' } | { readonly type: 'ask-server'; readonly by: string }
/**
 * The kind of a path's route: a public file, a page with a fixed path or with params, a generated response, or null.
 */
export type RouteKind = 'file' | 'static' | 'dynamic' | 'generated' | null
export type Rewrite = {
  readonly type: 'rewrite'
  readonly url: string
  readonly served: RouteKind
  readonly by: string
}
export type Proxy = { readonly type: 'proxy'; readonly url: string; readonly by: string }

/** A function that gets every rule that is tried, and its filled destination: null if it cannot be filled. */
export type Trace = (rule: Rule, match: RuleMatch, to: string | null) => void

/**
 * Returns the redirect of a request, if any: to its canonical URL, else by the first redirect rule that matches. The
 * incoming query is kept. Chains are not followed: each hop is a separate response. With `trace`, every rule is tried
 * and reported, not only the ones in the index.
 */
export function resolveRedirect(
  table: CompiledTable,
  request: RuleRequest,
  trace?: Trace,
): Redirect | Undecided | { type: 'malformed' | 'too-long' } {
  const host = hostOfRequest(request) ?? undefined
  const url = table.readAddress(request.url, host)
  if (reservedAt(url.path) === 'before-table') return { type: 'none' }
  const normal = normalizeUrl(request.url, table.trailingSlash)
  if (normal.type === 'redirect') return redirect(308, normal.location, 'slash')
  if (normal.type !== 'ok') return { type: normal.type }

  const found = nextMatch(table.redirects, url, request, 0, 'redirect', trace)
  if (found === null) return { type: 'none' }
  const { rule } = found
  if (found.to === null) return { type: 'ask-server', by: rule.place }
  if (!found.to.startsWith('/')) return redirect(rule.status, found.to, rule.place)
  const location = table.locateRedirect?.(table, found.to, rule.locale ? url : undefined, host) ?? found.to
  return redirect(rule.status, location, rule.place)
}

/** True for a table with rewrites. Redirects do not depend on the kind of route at a path. */
export function hasRewrites({ beforeFiles, afterFiles, fallback }: CompiledTable): boolean {
  return [beforeFiles, afterFiles, fallback].some(({ rules }) => rules.length > 0)
}

/**
 * Returns the rewrite of a request that is not redirected: all `beforeFiles` rules in turn, each applied to the result
 * of the one before; then files and fixed pages; then `afterFiles` until one reaches a path that is served; then pages
 * with params; then `fallback` likewise. A rewrite to another origin ends it. Every rule is applied at most once to a
 * request, so rules that rewrite to each other cannot loop. A rewrite to a path where nothing is served is still a
 * rewrite, with `served: null`.
 *
 * @param serves gets paths without query, the locale prefix included
 */
export function resolveRewrite(
  table: CompiledTable,
  request: RuleRequest,
  serves: (path: string) => RouteKind,
  trace?: Trace,
): Rewrite | Proxy | Undecided {
  const host = hostOfRequest(request) ?? undefined
  let url = table.readAddress(request.url, host)
  if (reservedAt(url.path) === 'before-table') return { type: 'none' }
  let rewritten: { url: string; by: string } | null = null
  let served: RouteKind = null

  /** Applies the rules of one phase. Returns the result if the request ends there. */
  const phase = (list: RuleList, stopWhenServed: boolean): Proxy | Undecided | null => {
    for (let from = 0; ;) {
      const found = nextMatch(list, url, request, from, 'rewrite', trace)
      if (found === null) return null
      const by = found.rule.place
      if (found.to === null) return { type: 'ask-server', by }
      if (!found.to.startsWith('/')) return { type: 'proxy', url: found.to, by }
      const next = table.readAddress(found.to, host)
      // A rewrite to the same URL (`/:path*` to `/:path*`) only repeats the look-up of its route.
      if (next.path !== url.path || next.query !== url.query) rewritten = { url: found.to, by }
      url = next
      from = found.row + 1
      if (stopWhenServed && (served = servedAt(url, serves)) !== null) return null
    }
  }
  const end = (): Rewrite | Undecided =>
    rewritten === null ? { type: 'none' } : { type: 'rewrite', url: rewritten.url, served, by: rewritten.by }

  const early = phase(table.beforeFiles, false)
  if (early) return early
  const here = servedAt(url, serves)
  if (here === 'file' || here === 'static') {
    served = here
    return end()
  }
  const after = phase(table.afterFiles, true)
  if (after || served !== null) return after ?? end()
  served = servedAt(url, serves)
  if (served !== null) return end()
  return phase(table.fallback, true) ?? end()
}

/**
 * Returns the first rule from a row on that applies, with its destination filled; `to` is null if only the server can
 * decide.
 */
function nextMatch<R extends Rule>(
  list: RuleList<R>,
  url: LocalizedUrl,
  request: RuleRequest,
  from: number,
  kind: FillKind,
  trace: Trace | undefined,
): { rule: R; row: number; to: string | null } | null {
  const rows = trace ? list.rules.keys() : candidates(list, url)
  for (const row of rows) {
    const rule = list.rules[row]
    if (row < from || rule === undefined) continue
    const match = matchRule(rule, url, request)
    const prefix = rule.locale ? url.prefix : ''
    const to = match.type === 'match' ? fillDestination(rule.target, match.params, url, prefix, kind) : null
    trace?.(rule, match, to)
    if (to !== null || match.type === 'unknown') return { rule, row, to }
  }
  return null
}

/** Returns the kind of a URL's route if no rule applies. Pages do not serve reserved paths. */
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

/** The number of redirects after which a chain counts as a loop, about as many as browsers follow. */
export const MAX_REDIRECTS = 20

/** Returns the public location of a redirect. In a table without localized paths or domains it stays unchanged. */
export const locateRedirect: LocateRedirect = (table, to, request, host) => {
  const location = toPublicUrl(table, to, host)
  return request ? onDomain(table, request, host, location) : location
}

/** Returns a URL with the public path of its page, which a rule may write in the form of the routes. */
export function toPublicUrl(table: CompiledTable, to: string, host: string | undefined): string {
  if (!table.paths) return to
  const { pathWithoutLocale, locale, prefix } = table.readAddress(to, host)
  const path = table.paths.localize(table.paths.delocalize(pathWithoutLocale, locale), locale)
  return joinPrefix(prefix, path) + to.slice(splitUrl(to).path.length)
}

/** Redirects to the domain of a locale, if it has one, without a prefix. Other hosts serve all locales. */
function onDomain(table: CompiledTable, url: LocalizedUrl, host: string | undefined, location: string): string {
  if (url.prefix === '' || !table.domains.some(({ domain }) => domain === host)) return location
  const home = table.domains.find((domain) => domain.defaultLocale === url.locale && domain.domain !== host)
  if (home === undefined) return location
  const path = location.slice(url.prefix.length)
  return `${home.http ? 'http' : 'https'}://${home.domain}${path.startsWith('/') ? path : `/${path}`}`
}

/** Returns the request headers that rules test, for `Vary` (RFC 9110, 12.5.5). Host and query are part of the URL. */
export function variedBy(rules: readonly Pick<Rule, 'has' | 'missing'>[]): string[] {
  const conditions = rules.flatMap(({ has = [], missing = [] }) => [...has, ...missing])
  const names = conditions.flatMap((condition) => {
    if (condition.type === 'cookie') return ['Cookie']
    return condition.type === 'header' ? [condition.key] : []
  })
  return [...new Set(names)]
}

/**
 * Returns a URL with the canonical form of its locale prefix, as the server would redirect. `host` decides the default
 * language.
 */
export function canonicalizeLocale(table: CompiledTable, url: string, host: string | undefined): string {
  const { path, pathWithoutLocale, prefix } = table.readAddress(url, host)
  const canonical = joinPrefix(prefix, pathWithoutLocale)
  return path === canonical ? url : canonical + url.slice(splitUrl(url).path.length)
}
