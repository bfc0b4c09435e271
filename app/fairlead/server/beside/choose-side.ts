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

/** The application that answers: this one, or the one beside it, which it replaces. */
export type Side = 'new' | 'old'

export type Choice = {
  readonly side: Side
  /** The rule that decided: `keep /shop/*`, `share /blog/*`, `routes`, or `action` for a request that only an old page makes. */
  readonly by: string
  /** The pattern of `share` that the path has, which visitors' sides differ for. */
  readonly shared?: string
}

export type SideRequest = RuleRequest & {
  /** True for the call of a server action of Next.js: its page was the old application's. */
  readonly isNextAction: boolean
  /** The visitor's number from 0 to 99; `undefined` before it is drawn. */
  readonly ticket: number | undefined
}

/** Says what is at a path with its locale prefix. */
type Serves = (path: string) => RouteKind

/** True if a rule, a file, a page or a generated response of this application answers, or it refuses the URL. */
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

/** Returns the pattern of a list that a URL's path has, under every locale prefix and in any case. */
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
 * Chooses who answers a request: the old application what it keeps, and what this one has no answer to. A visitor stays on
 * one side, and who has got new pages keeps them when a share grows: the ticket is drawn once.
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
