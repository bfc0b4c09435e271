import { isDeepStrictEqual } from 'node:util'
import {
  findSuspectPatterns,
  slowMessage,
  type SuspectPattern,
} from '#fairlead/navigation/routing-table/parse/check-patterns.ts'
import {
  candidates,
  type CompiledTable,
  compileTable,
  matchPath,
  matchUrl,
  type RuleList,
  rulesAt,
} from '#fairlead/navigation/routing-table/match/compile-table.ts'
import { conditionRegexp, isReadable, testCondition } from '#fairlead/navigation/routing-table/match/conditions.ts'
import { fillDestination, hasParam } from '#fairlead/navigation/routing-table/match/fill-destination.ts'
import {
  locateRedirect,
  MAX_REDIRECTS,
  toPublicUrl,
  canonicalizeLocale,
} from '#fairlead/navigation/routing-table/match/resolve.ts'
import { languagesOf } from '#fairlead/navigation/locale/locale-url.ts'
import { joinPrefix, type LocalizedUrl, publicPrefix } from '#fairlead/navigation/routing-table/match/localized-url.ts'
import { describeCondition } from '#fairlead/navigation/routing-table/explain/explain.ts'
import { rulesOf } from '#fairlead/navigation/routing-table/parse/define-routing.ts'
import { reservedAt } from '#fairlead/navigation/routing-table/reserved-paths.ts'
import type { Condition, Params, Routing, Rule } from '#fairlead/navigation/routing-table/routing-types.ts'
import { encodeUnsafe } from '#fairlead/navigation/routing-table/match/url.ts'
import { isRepeated, parseSource, type SourceToken } from '#fairlead/navigation/routing-table/parse/parse-pattern.ts'

export type Warning = {
  readonly kind: 'unchecked' | 'slash' | 'reserved' | 'document' | 'shadowed' | 'loop' | 'chain' | 'unserved'
  readonly place: string
  readonly message: string
}

/**
 * Returns probable mistakes in a table: patterns that could not be checked, rules that can never match, redirects that
 * loop or chain, and literal destinations inside of the application where nothing is served. Only certain mistakes are
 * reported: rules with conditions neither shadow nor continue another one, and a source without sample paths is
 * skipped.
 *
 * @param isServed whether a file, page or generated response has this path; without it, destinations are not checked
 */
export function warningsFor(routing: Routing, isServed?: (path: string) => boolean): Warning[] {
  const table = compileTable(routing, locateRedirect, { paths: languagesOf(routing).paths })
  const prefixes = routing.locales.map((locale) => publicPrefix(routing, locale, routing.defaultLocale))
  const rules = rulesOf(routing)
  const lists = [table.redirects, table.beforeFiles, table.afterFiles, table.fallback]
  return [
    ...uncheckedPatterns(findSuspectPatterns(rules)),
    ...(routing.trailingSlash ? [] : rules.flatMap(slashAtEnd)),
    ...lists.flatMap((list) => list.rules.flatMap((rule) => overReserved(table, rule))),
    // Rewrites before files all apply in turn, so an earlier one does not prevent a later one.
    ...[table.redirects, table.afterFiles, table.fallback].flatMap(shadowed),
    ...documents(table),
    ...table.redirects.rules.flatMap((rule) => redirectChain(table, rule, prefixes)),
    // The table does not know the paths of the old application.
    ...(isServed && !routing.beside ? lists.flatMap((list) => unserved(table, lists, list, isServed)) : []),
  ]
}

/** Warns of each pattern that was not proven harmless, and once for all patterns that were not checked in time. */
export function uncheckedPatterns(suspects: readonly SuspectPattern[]): Warning[] {
  const late = suspects.filter(({ verdict }) => verdict.type === 'timeout')
  return [
    ...suspects.flatMap(({ place, verdict }): Warning[] => {
      if (verdict.type === 'timeout') return []
      return [{ kind: 'unchecked', place, message: messageOf(verdict) }]
    }),
    ...late.slice(0, 1).map(({ place }): Warning => {
      const patterns = late.length === 1 ? 'this pattern was' : `${late.length} patterns, this one first, were`
      return { kind: 'unchecked', place, message: `${patterns} not checked in time: simpler ones are` }
    }),
  ]
}

function messageOf(verdict: SuspectPattern['verdict']): string {
  if (verdict.type === 'slow') return slowMessage(verdict)
  return verdict.type === 'unchecked'
    ? 'nothing tells whether a crafted text makes this pattern slow: `npm install -D recheck` has each build check it'
    : 'it cannot be told whether a crafted text makes this pattern slow: one without look-arounds can be checked'
}

/** Warns of a rule for paths to which the server responds before it applies the table. */
function overReserved(table: CompiledTable, { place, source }: Rule): Warning[] {
  const addresses = samplePaths(source).map((path) => table.readAddress(path, undefined))
  if (addresses.some(({ pathWithoutLocale }) => reservedAt(pathWithoutLocale) !== 'before-table')) return []
  return [{ kind: 'reserved', place, message: `can never match: the server responds at ${source} before any rule` }]
}

function shadowed(list: RuleList): Warning[] {
  return list.rules.flatMap((rule, row) => {
    const samples = samplePaths(rule.source)
    const [path = '/'] = samples
    // A rule of this kind sees the path with the locale in it, or without.
    const paths = { pathWithoutLocale: rule.locale ? path : '', pathWithLocale: rule.locale ? '' : path }
    const earlier = candidates(list, paths)
      .flatMap((at) => (at < row ? (list.rules[at] ?? []) : []))
      .find(
        (other) =>
          other.locale === rule.locale &&
          isUnconditional(other) &&
          !isIdentity(other) &&
          (other.source === rule.source || samples.every((sample) => matchPath(other, sample) !== null)),
      )
    if (earlier === undefined) return []
    const message = `can never match: ${earlier.place} (${earlier.source}) takes everything first`
    return [{ kind: 'shadowed' as const, place: rule.place, message }]
  })
}

/**
 * Follows a redirect through the table, and through redirects to public paths and canonical locale prefixes, for one
 * path and query that it matches. If paths are localized, only one language may have a loop.
 */
function redirectChain(table: CompiledTable, start: Rule, prefixes: readonly string[]): Warning[] {
  const { source, locale } = start
  const query = sampleQuery(start)
  const from = samplePaths(source).find((path) => matchUrl(start, table.readAddress(path, undefined)) !== null)
  if (from === undefined || query === undefined) return []
  const found = chainFrom(table, start, from + query)
  if (found.length > 0 || !table.paths || !locale) return found
  const others = prefixes.flatMap((prefix) => chainFrom(table, start, joinPrefix(prefix, from) + query))
  return others.filter(({ kind }) => kind === 'loop').slice(0, 1)
}

function chainFrom(table: CompiledTable, start: Rule, from: string): Warning[] {
  const warn = (kind: Warning['kind'], message: string): Warning[] => [{ kind, place: start.place, message }]
  const path = [from]
  // The rule that continues may depend on the query, or on a condition that other requests do not meet.
  let isCertain = !conditionsOf(start).some(({ type }) => type === 'query')
  for (let at = from, isFirst = true; at.startsWith('/'); isFirst = false) {
    const address = table.readAddress(at, undefined)
    const hop = firstHop(table, isFirst ? [start] : rulesAt(table.redirects, address), start, address)
    if (hop === undefined) break
    if (hop.rule !== start && !isUnconditional(hop.rule)) isCertain = false
    at = hop.to.startsWith('/') ? canonicalizeLocale(table, hop.to, undefined) : hop.to
    path.push(...new Set([hop.to, at]))
    if (path.indexOf(at) < path.length - 1) return warn('loop', `leads in a circle: ${path.join(' → ')}`)
    if (path.length > MAX_REDIRECTS) return warn('loop', `leads on without end: ${path.join(' → ')}`)
  }
  if (path.length <= 2 || !isCertain) return []
  return warn('chain', `is redirected again: ${path.join(' → ')}; lead it to ${path.at(-1)} at once`)
}

/**
 * Returns the first of some rules that applies to the target of a redirect, and its public destination. The query is
 * known. About headers, cookies and hosts it is only known that the conditions of the first rule are met, at each hop.
 */
function firstHop(
  table: CompiledTable,
  rules: readonly Rule[],
  start: Rule,
  address: LocalizedUrl,
): { rule: Rule; to: string } | undefined {
  for (const rule of rules) {
    const { has = [], missing = [], target, locale } = rule
    const params = matchUrl(rule, address)
    const isMet = (condition: Condition, values: Params) =>
      testCondition(condition, { url: address.path }, address.query, values) === 'yes'
    const isKnown = (condition: Condition, known: readonly Condition[] = []) =>
      known.some((one) => isDeepStrictEqual(one, condition))
    if (
      params === null ||
      !has.every((one) => (one.type === 'query' ? isMet(one, params) : isKnown(one, start.has))) ||
      !missing.every((one) => (one.type === 'query' ? !isMet(one, {}) : isKnown(one, start.missing)))
    )
      continue
    const prefix = locale ? address.prefix : ''
    const [to] =
      fillDestination(target, params, { query: address.query, hash: '' }, prefix, 'redirect')?.split('#', 1) ?? []
    if (to) return { rule, to: to.startsWith('/') ? toPublicUrl(table, to, undefined) : to }
  }
  return undefined
}

const conditionsOf = ({ has = [], missing = [] }: Rule): Condition[] => [...has, ...missing]

/**
 * Returns a query with its `?` that meets a rule's conditions: empty if there are none, undefined if no value was
 * found.
 */
function sampleQuery({ has = [], missing = [] }: Rule): string | undefined {
  const query = new URLSearchParams()
  for (const condition of has) {
    if (condition.type !== 'query') continue
    const { value = '' } = condition
    const samples = [value, ...value.split(/[^\w-]+/), ...ONE_SEGMENT].filter(Boolean)
    const sample = samples.find((text) => condition.value === undefined || conditionRegexp(condition).test(text))
    if (sample === undefined) return undefined
    query.set(condition.key, sample)
  }
  const text = query.toString()
  const isMet = (condition: Condition) => testCondition(condition, { url: '/' }, text, {}) === 'yes'
  const isInQuery = ({ type }: Condition) => type === 'query'
  if (!has.filter(isInQuery).every(isMet) || missing.filter(isInQuery).some(isMet)) return undefined
  return text && `?${text}`
}

/** Warns of a source that ends in a slash, which canonical paths do not. */
function slashAtEnd({ place, source }: Rule): Warning[] {
  if (source === '/' || !source.endsWith('/')) return []
  const message = `can never match: no canonical path ends in a slash; write ${source.slice(0, -1)}, or set trailingSlash`
  return [{ kind: 'slash', place: `${place}.source`, message }]
}

/** Warns of a rule for every path that the browser cannot decide: each navigation becomes a document request. */
function documents(table: CompiledTable): Warning[] {
  const paths = samplePaths('/:path*')
  return [
    ...table.redirects.rules.map((rule) => ({ rule, subject: 'every navigation' })),
    ...table.beforeFiles.rules.map((rule) => ({ rule, subject: 'every navigation' })),
    ...table.afterFiles.rules.map((rule) => ({ rule, subject: 'every navigation to a page with params' })),
  ].flatMap(({ rule, subject }) => {
    const unreadable = conditionsOf(rule).find((condition) => !isReadable(condition))
    if (unreadable === undefined || paths.some((path) => matchPath(rule, path) === null)) return []
    const message = `makes ${subject} a document request, since only the server knows the ${describeCondition(unreadable)}; a narrower source, or a condition on a cookie or query, keeps the others client-side`
    return [{ kind: 'document' as const, place: rule.place, message }]
  })
}

function unserved(
  table: CompiledTable,
  lists: readonly RuleList[],
  list: RuleList,
  isServed: (path: string) => boolean,
): Warning[] {
  return list.rules.flatMap(({ place, target }) => {
    if (target.origin !== undefined || hasParam(target.path)) return []
    const path = target.path.filter((piece) => typeof piece === 'string').join('')
    const address = table.readAddress(path, undefined)
    const goesOn = lists.some((other) => rulesAt(other, address).length > 0)
    const reserved = reservedAt(address.pathWithoutLocale)
    const isResponse = reserved === 'generated' || (reserved === 'before-table' && list === table.redirects)
    if (goesOn || isResponse || isServed(path)) return []
    return [{ kind: 'unserved' as const, place: `${place}.destination`, message: `nothing is served at ${path}` }]
  })
}

/** True for a rewrite such as `/:path*` to `/:path*`: a path that is not served continues with the next rule. */
function isIdentity(rule: Rule): boolean {
  const { target } = rule
  if ('status' in rule || target.query.length > 0) return false
  return samplePaths(rule.source).every((path) => {
    const params = matchPath(rule, path)
    return params === null || fillDestination(target, params, { query: '', hash: '' }, '', 'rewrite') === path
  })
}

function isUnconditional({ has, missing }: Rule): boolean {
  return has === undefined && missing === undefined
}

// The values differ from each other, so that a pattern which matches all of them matches any value of their kind.
const ONE_SEGMENT = ['example', '7', 'A_b.c-d', '~%C3%BC', '0.']
const MANY_SEGMENTS = ['example', '7/A_b.c-d/~%C3%BC', 'x/0./y/z']

/**
 * Returns sample paths of a source: a pattern that matches all of them is assumed to match all paths of the source. A
 * custom pattern is sampled as if it matched any text, so not every sample has to match the source itself. An optional
 * part is sampled both present and absent.
 */
export function samplePaths(source: string): string[] {
  const tokens = parseSource(source)
  const rounds = Math.max(ONE_SEGMENT.length, MANY_SEGMENTS.length)
  const paths = Array.from({ length: rounds }, (_, round) => fill(tokens, round, true))
  return [...new Set([...paths, fill(tokens, 0, false)])].map((path) => path || '/')
}

function fill(tokens: readonly SourceToken[], round: number, withOptional: boolean): string {
  return tokens
    .map((token) => {
      if (typeof token === 'string') return encodeUnsafe(token)
      if (!withOptional && /[*?]/.test(token.modifier)) return ''
      const custom = !token.pattern.includes('[^\\/')
      const values = custom || isRepeated(token) ? MANY_SEGMENTS : ONE_SEGMENT
      return token.pattern ? token.prefix + values[round % values.length] + token.suffix : token.prefix + token.suffix
    })
    .join('')
}
