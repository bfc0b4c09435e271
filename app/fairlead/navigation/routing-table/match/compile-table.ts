import { firstSegment } from '#fairlead/navigation/routing-table/match/url.ts'
import { type LocalizedUrl, readUrl } from '#fairlead/navigation/routing-table/match/localized-url.ts'
import { regexpOf, type RuleRequest, testCondition } from '#fairlead/navigation/routing-table/match/conditions.ts'
import type { LocalizedPaths } from '#fairlead/navigation/routing-table/match/localized-paths.ts'
import type {
  Condition,
  Domain,
  Params,
  RedirectRule,
  Rule,
  RuleTable,
} from '#fairlead/navigation/routing-table/routing-types.ts'

/**
 * Rules, and an index of them by the beginning of paths, so that a look-up tries only the rules with that beginning and
 * not the whole table. The keys are the whole path of sources without params (`/a/b`), the first segment of other
 * sources (`a`), and `undefined` for sources that may begin with anything. The paths of `locale: false` rules, which
 * apply to one locale, have their prefix.
 */
export type RuleList<R extends Rule = Rule> = {
  readonly rules: readonly R[]
  readonly index: ReadonlyMap<string | undefined, readonly number[]>
}

export type CompiledTable = {
  readonly trailingSlash: boolean
  readonly domains: readonly Domain[]
  /**
   * Reads a URL. Without a prefix it has the visitor's locale, else the default locale of the host's domain or of the
   * table.
   *
   * @param host lower-case and without port
   */
  readonly readAddress: (url: string, host: string | undefined) => LocalizedUrl
  readonly paths: LocalizedPaths | undefined
  /** Undefined if destinations of redirects are left unchanged. */
  readonly locateRedirect: LocateRedirect | undefined
  readonly redirects: RuleList<RedirectRule>
  readonly beforeFiles: RuleList
  readonly afterFiles: RuleList
  readonly fallback: RuleList
}

/**
 * Returns the `Location` of a redirect inside the application: the public path of its page, at the domain of its language.
 *
 * @param request the URL of the request; undefined for a rule with `locale: false`, whose destination names the locale
 * @param host of the request, lower-case and without port
 */
export type LocateRedirect = (
  table: CompiledTable,
  to: string,
  request: LocalizedUrl | undefined,
  host: string | undefined,
) => string

/**
 * Indexes a table for look-ups.
 *
 * @param locate `locateRedirect`; undefined if the browser needs no code for localized paths or domains
 * @param languages read at each use
 */
export function compileTable(
  table: RuleTable,
  locate: LocateRedirect | undefined,
  languages: { readonly paths?: LocalizedPaths | undefined; readonly visitor?: string | undefined } = {},
): CompiledTable {
  return {
    ...table,
    paths: languages.paths,
    locateRedirect: locate,
    readAddress: (url, host) => {
      const home = table.domains.find(({ domain }) => domain === host)
      return readUrl(table, url, languages.visitor ?? home?.defaultLocale ?? table.defaultLocale)
    },
    redirects: compileList(table.redirects),
    beforeFiles: compileList(table.rewrites.beforeFiles),
    afterFiles: compileList(table.rewrites.afterFiles),
    fallback: compileList(table.rewrites.fallback),
  }
}

function compileList<R extends Rule>(rules: readonly R[]): RuleList<R> {
  const index = Map.groupBy(rules.keys(), (row) => rules[row]?.pattern.exact ?? rules[row]?.pattern.first)
  return { rules, index }
}

/**
 * Returns the key of a path among exact sources: lower-case and without a trailing slash, because sources ignore both.
 */
export function exactKey(path: string): string {
  return (path.endsWith('/') ? path.slice(0, -1) : path).toLowerCase()
}

/**
 * Returns the params that a canonical path gives to a rule, percent-encoded as in the path, or null if it does not
 * match. Unnamed parts give no param; an absent optional param is absent, not empty.
 */
export function matchPath({ pattern }: Rule, path: string): Params | null {
  const match = regexpOf(pattern, pattern.regexp, 'i').exec(path)
  if (match === null) return null
  const params = Object.create(null) as Params
  pattern.params.forEach(({ name, separator }, position) => {
    const value = match[position + 1]
    if (value !== undefined && name !== null) params[name] = separator === undefined ? value : value.split(separator)
  })
  return params
}

type PathsOfUrl = Pick<LocalizedUrl, 'pathWithoutLocale' | 'pathWithLocale'>

/** Returns the params that a URL gives to a rule, or null if its path does not match. */
export function matchUrl(rule: Rule, { pathWithoutLocale, pathWithLocale }: PathsOfUrl): Params | null {
  return matchPath(rule, rule.locale ? pathWithoutLocale : pathWithLocale)
}

/** Returns the rows of a list that could match a URL, in the order of the table. */
export function candidates({ index }: RuleList, { pathWithoutLocale, pathWithLocale }: PathsOfUrl): readonly number[] {
  let rows = index.get(undefined)
  for (const path of index.size > 0 ? new Set([pathWithoutLocale, pathWithLocale]) : []) {
    for (const more of [index.get(exactKey(path)), index.get(firstSegment(path))]) {
      if (more !== undefined) rows = rows ? [...rows, ...more].toSorted((a, b) => a - b) : more
    }
  }
  return rows ?? []
}

/** Returns the rules of a list that match the path of a URL, whatever their conditions are. */
export function rulesAt<R extends Rule>(list: RuleList<R>, url: PathsOfUrl): R[] {
  const rules = candidates(list, url).flatMap((row) => list.rules[row] ?? [])
  return rules.filter((rule) => matchUrl(rule, url) !== null)
}

export type RuleMatch =
  | { readonly type: 'match'; readonly params: Params }
  | { readonly type: 'other-path' }
  | { readonly type: 'unmet'; readonly condition: Condition }
  /** The path and every known condition match; only the server knows the rest. */
  | { readonly type: 'unknown' }

/** Matches one rule with a URL and the known parts of its request. One failed condition decides. */
export function matchRule(rule: Rule, url: LocalizedUrl, request: RuleRequest): RuleMatch {
  const { has = [], missing = [], needsServer } = rule
  const params = matchUrl(rule, url)
  if (params === null) return { type: 'other-path' }

  let isKnown = !needsServer
  for (const isWanted of [true, false]) {
    for (const condition of isWanted ? has : missing) {
      const result = testCondition(condition, request, url.query, isWanted ? params : {})
      if (result === 'unknown') isKnown = false
      else if ((result === 'yes') !== isWanted) return { type: 'unmet', condition }
    }
  }
  return isKnown ? { type: 'match', params } : { type: 'unknown' }
}
