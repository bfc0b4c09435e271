import { indexPatterns, lookUpRows, type RuleIndex } from '#app/navigation/routing-table/match/rule-index.ts'
import {
  createUrlReader,
  type LocalizedUrl,
  type UrlReader,
} from '#app/navigation/routing-table/match/localized-url.ts'
import { regexpOf, type RuleRequest, testCondition } from '#app/navigation/routing-table/match/conditions.ts'
import type { LocalizedPaths } from '#app/navigation/routing-table/match/localized-paths.ts'
import type {
  Condition,
  Domain,
  Params,
  PreparedRedirect,
  PreparedRule,
  PreparedTable,
} from '#app/navigation/routing-table/routing-types.ts'

export type RuleList<R extends PreparedRule = PreparedRule> = {
  readonly rules: readonly R[]
  /** By path without prefix; `locale: false` rules, which hold for one locale, by path with prefix. */
  readonly index: RuleIndex
}

export type CompiledTable = {
  readonly trailingSlash: boolean
  readonly domains: readonly Domain[]
  readonly readAddress: UrlReader
  /** The public paths of pages, into which destinations of redirects are translated. */
  readonly paths: LocalizedPaths | undefined
  /** Undefined where destinations of redirects are left as they are. */
  readonly locateRedirect: LocateRedirect | undefined
  readonly redirects: RuleList<PreparedRedirect>
  readonly beforeFiles: RuleList
  readonly afterFiles: RuleList
  readonly fallback: RuleList
}

/**
 * Returns the `Location` of a redirect inside the application: with the public path of its page, at the domain of its
 * language.
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

/** The parts of the languages that destinations depend on, read at each use. */
type Languages = { readonly paths?: LocalizedPaths | undefined; readonly visitor?: string | undefined }

/**
 * Indexes a prepared table for look-ups.
 *
 * @param locate `locateRedirect`; undefined in a browser whose table has neither localized paths nor domains, so that it
 * gets no code for them
 */
export function compileTable(
  table: PreparedTable,
  locate: LocateRedirect | undefined,
  languages: Languages = {},
): CompiledTable {
  return {
    ...table,
    paths: languages.paths,
    locateRedirect: locate,
    readAddress: createUrlReader(table, () => languages.visitor),
    redirects: compileList(table.redirects),
    beforeFiles: compileList(table.beforeFiles),
    afterFiles: compileList(table.afterFiles),
    fallback: compileList(table.fallback),
  }
}

function compileList<R extends PreparedRule>(rules: readonly R[]): RuleList<R> {
  return { rules, index: indexPatterns(rules.map(({ pattern }) => pattern)) }
}

/**
 * The params that a canonical path gives a rule, percent-encoded as in the path, or null when it does not match. Unnamed
 * parts give no param; an absent optional param is absent, not empty.
 */
export function matchPath({ pattern }: PreparedRule, path: string): Params | null {
  const match = regexpOf(pattern, pattern.regexp, 'i').exec(path)
  if (match === null) return null
  const params = Object.create(null) as Params
  pattern.params.forEach(({ name, separator }, position) => {
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
  return lookUpRows(list.index, url.pathWithoutLocale, url.pathWithLocale)
}

export type RuleMatch =
  | { readonly type: 'match'; readonly params: Params }
  | { readonly type: 'other-path' }
  /** A condition fails. */
  | { readonly type: 'unmet'; readonly condition: Condition }
  /** Path and every known condition hold; the rest is known on the server only. */
  | { readonly type: 'unknown' }

const OTHER_PATH = { type: 'other-path' } as const

/** Matches one rule with a URL and what is known of its request. One failed condition decides. */
export function matchRule(rule: PreparedRule, url: LocalizedUrl, request: RuleRequest): RuleMatch {
  const { locale, has = [], missing = [], needsServer } = rule
  const params = matchPath(rule, locale ? url.pathWithoutLocale : url.pathWithLocale)
  if (params === null) return OTHER_PATH

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
