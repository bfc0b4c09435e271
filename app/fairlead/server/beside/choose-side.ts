import type { CompiledTable } from '#fairlead/navigation/routing-table/match/compile-table.ts'
import { hostOfRequest, type RuleRequest } from '#fairlead/navigation/routing-table/match/conditions.ts'
import {
  resolveRedirect,
  resolveRewrite,
  type RouteKind,
  servedAt,
} from '#fairlead/navigation/routing-table/match/resolve.ts'
import { normalizeUrl, withTrailingSlash } from '#fairlead/navigation/routing-table/match/url.ts'
import { reservedAt } from '#fairlead/navigation/routing-table/reserved-paths.ts'
import type { Beside } from '#fairlead/navigation/routing-table/routing-types.ts'
import { findPathPattern } from '#fairlead/platform/path-patterns.ts'

/** The application that responds: this one, or the old one that it replaces. */
export type Side = 'new' | 'old'

export type Choice = {
  readonly side: Side
  /** The rule that decided: `keep /shop/*`, `share /blog/*`, `routes`, or `action` for a request that only an old page makes. */
  readonly by: string
  /** The pattern of `share` that matches the path. At such a path the side depends on the visitor. */
  readonly shared?: string
}

export type SideRequest = RuleRequest & {
  /** True for the call of a server action of Next.js: it comes from a page of the old application. */
  readonly isNextAction: boolean
  /** The visitor's number from 0 to 99; `undefined` before it is drawn. */
  readonly ticket: number | undefined
}

/** Returns the kind of route at a path with its locale prefix. */
type Serves = (path: string) => RouteKind

/** True if this application has a rule, a file, a page or a generated response for the URL, or refuses it. */
function isAnswered(table: CompiledTable, request: RuleRequest, serves: Serves): boolean {
  const normal = normalizeUrl(request.url, table.trailingSlash)
  if (normal.type === 'malformed' || normal.type === 'too-long') return true
  const asked = normal.type === 'redirect' ? { ...request, url: normal.location } : request
  const url = table.readAddress(asked.url, hostOfRequest(asked) ?? undefined)
  if (reservedAt(url.path) === 'before-table' || resolveRedirect(table, asked).type !== 'none') return true
  const rewrite = resolveRewrite(table, asked, serves)
  if (rewrite.type !== 'none') return rewrite.type !== 'rewrite' || rewrite.served !== null
  return servedAt(url, serves) !== null
}

/** Returns the first pattern that matches a URL's path, under every locale prefix and in any case. */
function patternAt<T extends string>(
  patterns: readonly T[],
  table: CompiledTable,
  request: RuleRequest,
): T | undefined {
  if (patterns.length === 0) return undefined
  const { pathWithoutLocale } = table.readAddress(request.url, hostOfRequest(request) ?? undefined)
  return findPathPattern(patterns, withTrailingSlash(pathWithoutLocale, false))
}

/**
 * Chooses the application that answers a request: the old one if the path is in its `keep`, or if this one has nothing
 * there. Each visitor's ticket is drawn once, so a visitor stays on one side, and one who has got new pages keeps them
 * when a share grows.
 *
 * @param keep the patterns of `beside.keep` and `BESIDE_KEEP`
 */
export function chooseSide(
  { share }: Pick<Beside, 'share'>,
  keep: readonly string[],
  table: CompiledTable,
  request: SideRequest,
  serves: Serves,
): Choice {
  if (request.isNextAction) return { side: 'old', by: 'action' }
  const kept = patternAt(keep, table, request)
  if (kept !== undefined) return { side: 'old', by: `keep ${kept}` }
  if (!isAnswered(table, request, serves)) return { side: 'old', by: 'routes' }
  const shared = patternAt(Object.keys(share), table, request)
  if (shared === undefined) return { side: 'new', by: 'routes' }
  const isNew = (request.ticket ?? 0) < (share[shared] ?? 0)
  return { side: isNew ? 'new' : 'old', by: `share ${shared}`, shared }
}
