import { createUrlReader, type LocalizedUrl, type UrlReader } from '#app/navigation/routing-table/match/url.ts'
import { testCondition, type RuleRequest } from '#app/navigation/routing-table/match/conditions.ts'
import { indexPatterns, lookUpRows, mergeRows, type RuleIndex } from '#app/navigation/routing-table/match/rule-index.ts'
import type { LocalizedPaths } from '#app/navigation/routing-table/match/localized-paths.ts'
import type {
  Domain,
  Params,
  PreparedRedirect,
  PreparedRule,
  PreparedTable,
} from '#app/navigation/routing-table/routing-types.ts'

export type CompiledRule<R extends PreparedRule = PreparedRule> = {
  readonly rule: R
  /** Compiled when first needed: most rules of a large table are never tried. */
  readonly regexp: () => RegExp
}

export type RuleList<R extends PreparedRule = PreparedRule> = {
  readonly rules: readonly CompiledRule<R>[]
  /** Rules that hold under every locale, by path without prefix. */
  readonly carried: RuleIndex
  /** `locale: false` rules, by path with prefix. */
  readonly literal: RuleIndex
}

export type CompiledTable = {
  readonly trailingSlash: boolean
  readonly domains: readonly Domain[]
  readonly readAddress: UrlReader
  /** The public paths of pages, into which destinations of redirects are translated. */
  readonly paths: LocalizedPaths | undefined
  readonly redirects: RuleList<PreparedRedirect>
  readonly beforeFiles: RuleList
  readonly afterFiles: RuleList
  readonly fallback: RuleList
}

/** The parts of the languages that destinations depend on, read at each use. */
type Languages = { readonly paths?: LocalizedPaths | undefined; readonly visitor?: string | undefined }

/** Indexes a prepared table for look-ups. */
export function compileTable(table: PreparedTable, languages: Languages = {}): CompiledTable {
  return {
    paths: languages.paths,
    trailingSlash: table.trailingSlash,
    domains: table.domains,
    readAddress: createUrlReader(table, () => languages.visitor),
    redirects: compileList(table.redirects),
    beforeFiles: compileList(table.beforeFiles),
    afterFiles: compileList(table.afterFiles),
    fallback: compileList(table.fallback),
  }
}

function compileList<R extends PreparedRule>(rules: readonly R[]): RuleList<R> {
  const rows = rules.map(({ pattern, locale }, row) => ({ row, pattern, locale }))
  return {
    rules: rules.map((rule) => {
      let made: RegExp | undefined
      return { rule, regexp: () => (made ??= new RegExp(rule.pattern.regexp, 'i')) }
    }),
    carried: indexPatterns(rows.filter(({ locale }) => locale)),
    literal: indexPatterns(rows.filter(({ locale }) => !locale)),
  }
}

/**
 * The params that a canonical path gives a rule, percent-encoded as in the path, or null when it does not match. Unnamed
 * parts give no param; an absent optional param is absent, not empty.
 */
export function matchPath({ rule, regexp }: CompiledRule, path: string): Params | null {
  const match = regexp().exec(path)
  if (match === null) return null
  const params = Object.create(null) as Params
  rule.pattern.params.forEach(({ name, separator }, position) => {
    const value = match[position + 1]
    if (value !== undefined && name !== null) params[name] = separator === undefined ? value : value.split(separator)
  })
  return params
}

/** The rows of a list that could match a URL, in the order of the table. */
export function candidates(
  list: RuleList,
  url: Pick<LocalizedUrl, 'pathWithoutLocale' | 'pathWithLocale'>,
): readonly number[] {
  return mergeRows([
    ...lookUpRows(list.carried, url.pathWithoutLocale),
    ...lookUpRows(list.literal, url.pathWithLocale),
  ])
}

export type RuleMatch =
  | { readonly type: 'match'; readonly params: Params }
  | { readonly type: 'other-path' }
  /** A condition fails: `has[0]`. */
  | { readonly type: 'unmet'; readonly condition: string }
  /** Path and every known condition hold; the rest is known on the server only. */
  | { readonly type: 'unknown' }

const OTHER_PATH = { type: 'other-path' } as const
const UNKNOWN = { type: 'unknown' } as const

/** Matches one rule with a URL and what is known of its request. One failed condition decides. */
export function matchRule(compiled: CompiledRule, url: LocalizedUrl, request: RuleRequest): RuleMatch {
  const { locale, has = [], missing = [], needsServer = false } = compiled.rule
  const params = matchPath(compiled, locale ? url.pathWithoutLocale : url.pathWithLocale)
  if (params === null) return OTHER_PATH

  let unknown: boolean = needsServer
  for (const [position, condition] of [...has, ...missing].entries()) {
    const absent = position - has.length
    const isWanted = absent < 0
    const result = testCondition(condition, request, url.query, isWanted ? params : {})
    if (result === (isWanted ? 'no' : 'yes'))
      return { type: 'unmet', condition: isWanted ? `has[${position}]` : `missing[${absent}]` }
    unknown ||= result === 'unknown'
  }
  return unknown ? UNKNOWN : { type: 'match', params }
}
