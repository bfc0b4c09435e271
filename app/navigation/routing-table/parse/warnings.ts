import { isDeepStrictEqual } from 'node:util'
import {
  findSuspectPatterns,
  slowMessage,
  type SuspectPattern,
} from '#app/navigation/routing-table/parse/check-patterns.ts'
import {
  candidates,
  type CompiledTable,
  compileTable,
  matchPath,
  matchUrl,
  type RuleList,
  rulesAt,
} from '#app/navigation/routing-table/match/compile-table.ts'
import { conditionRegexp, isReadable, testCondition } from '#app/navigation/routing-table/match/conditions.ts'
import { fillDestination, hasParam } from '#app/navigation/routing-table/match/fill-destination.ts'
import {
  locateRedirect,
  MAX_REDIRECTS,
  toPublicUrl,
  canonicalizeLocale,
} from '#app/navigation/routing-table/match/resolve.ts'
import { languagesOf } from '#app/navigation/locale/locale-url.ts'
import { joinPrefix, type LocalizedUrl, publicPrefix } from '#app/navigation/routing-table/match/localized-url.ts'
import { describeCondition } from '#app/navigation/routing-table/explain/explain.ts'
import { rulesOf } from '#app/navigation/routing-table/parse/define-routing.ts'
import { reservedAt } from '#app/navigation/routing-table/reserved-paths.ts'
import type { Condition, Params, Routing, Rule } from '#app/navigation/routing-table/routing-types.ts'
import { encodeUnsafe } from '#app/navigation/routing-table/match/url.ts'
import { isRepeated, parseSource, type SourceToken } from '#app/navigation/routing-table/parse/parse-pattern.ts'

/** Something in a sound table that is probably a mistake. */
export type Warning = {
  readonly kind: 'unchecked' | 'slash' | 'reserved' | 'document' | 'shadowed' | 'loop' | 'chain' | 'unserved'
  readonly place: string
  readonly message: string
}

/**
 * Probable mistakes in a table: patterns that could not be checked, rules that can never match, redirects that loop or
 * chain, and literal destinations inside the application where nothing is served. Only certain ones are reported: rules
 * with conditions neither shadow nor continue another, and a source without sample paths is skipped.
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
    // Rewrites before files all apply in turn, so that an earlier one does not end the matter there.
    ...[table.redirects, table.afterFiles, table.fallback].flatMap(shadowed),
    ...documents(table),
    ...table.redirects.rules.flatMap((rule) => redirectChain(table, rule, prefixes)),
    ...(isServed ? lists.flatMap((list) => unserved(table, lists, list, isServed)) : []),
  ]
}

/** Warns of each pattern that was not proven harmless, and once for all whose check was not done in time. */
export function uncheckedPatterns(suspects: readonly SuspectPattern[]): Warning[] {
  const late = suspects.filter(({ verdict }) => verdict.type === 'timeout')
  return [
    ...suspects.flatMap(({ place, verdict }): Warning[] => {
      if (verdict.type === 'timeout') return []
      return [{ kind: 'unchecked', place, message: verdict.type === 'slow' ? slowMessage(verdict) : UNKNOWN }]
    }),
    ...late.slice(0, 1).map(({ place }): Warning => {
      const patterns = late.length === 1 ? 'this pattern was' : `${late.length} patterns, this one first, were`
      return { kind: 'unchecked', place, message: `${patterns} not checked in time: simpler ones are` }
    }),
  ]
}

const UNKNOWN =
  'it cannot be told whether a crafted text makes this pattern slow: one without look-arounds can be checked'

/** Rules for paths to which the server responds before it applies the table. */
function overReserved(table: CompiledTable, { place, source }: Rule): Warning[] {
  const isBeforeTable = (path: string) =>
    reservedAt(table.readAddress(path, undefined).pathWithoutLocale) === 'before-table'
  if (!samplePaths(source).every(isBeforeTable)) return []
  return [{ kind: 'reserved', place, message: `can never match: the server responds at ${source} before any rule` }]
}

function shadowed(list: RuleList): Warning[] {
  return list.rules.flatMap((rule, row) => {
    const samples = samplePaths(rule.source)
    const earlier = candidatesFor(list, rule, samples[0] ?? '/', row).find(
      (other) =>
        isUnconditional(other) &&
        !isIdentity(other) &&
        (other.source === rule.source || samples.every((path) => matchPath(other, path) !== null)),
    )
    if (earlier === undefined) return []
    const message = `can never match: ${earlier.place} (${earlier.source}) takes everything first`
    return [{ kind: 'shadowed' as const, place: rule.place, message }]
  })
}

/**
 * Follows a redirect through the table, and through those to public paths and canonical locale prefixes, for one path
 * and query that it matches. Where paths are localized, a circle may be in one language alone.
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
  let isCertain = !hasQueryCondition(start)
  let current: Rule | undefined = start
  for (let at = from; current !== undefined;) {
    const to = hop(table, current, start, at)
    if (to === null) break
    at = to.startsWith('/') ? canonicalizeLocale(table, to, undefined) : to
    path.push(...new Set([to, at]))
    if (path.indexOf(at) < path.length - 1) return warn('loop', `leads in a circle: ${path.join(' → ')}`)
    if (path.length > MAX_REDIRECTS) return warn('loop', `leads on without end: ${path.join(' → ')}`)
    if (!at.startsWith('/')) break
    const address = table.readAddress(at, undefined)
    current = rulesAt(table.redirects, address).find((next) => paramsAt(next, start, address) !== null)
    if (current !== undefined && current !== start && !isUnconditional(current)) isCertain = false
  }
  // Which rule goes on may depend on the query, or on a condition that other requests do not meet.
  if (path.length <= 2 || !isCertain) return []
  return warn('chain', `is redirected again: ${path.join(' → ')}; lead it to ${path.at(-1)} at once`)
}

/**
 * Returns the params of a rule at a URL that a request was redirected to, null when the rule does not apply there. The
 * query is known. Of headers, cookies and hosts it is known that the first rule's conditions hold, at each hop.
 */
function paramsAt(rule: Rule, start: Rule, address: LocalizedUrl): Params | null {
  const params = matchUrl(rule, address)
  if (params === null) return null
  const holds = (condition: Condition, isWanted: boolean): boolean => {
    if (condition.type === 'query') {
      const request = { url: address.path }
      return (testCondition(condition, request, address.query, isWanted ? params : {}) === 'yes') === isWanted
    }
    return ((isWanted ? start.has : start.missing) ?? []).some((known) => isDeepStrictEqual(known, condition))
  }
  const { has = [], missing = [] } = rule
  const applies = has.every((one) => holds(one, true)) && missing.every((one) => holds(one, false))
  return applies ? params : null
}

function hasQueryCondition({ has = [], missing = [] }: Rule): boolean {
  return [...has, ...missing].some(({ type }) => type === 'query')
}

/**
 * Returns a query, with its `?`, that meets the conditions of a rule: empty when it has none on the query, undefined when
 * no value was found.
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
  const inQuery = (conditions: readonly Condition[]) => conditions.filter(({ type }) => type === 'query')
  if (!inQuery(has).every(isMet) || inQuery(missing).some(isMet)) return undefined
  return text && `?${text}`
}

/** The public destination of a rule from a URL: path and query, or a URL on another origin; null when it does not apply. */
function hop(table: CompiledTable, rule: Rule, start: Rule, from: string): string | null {
  const address = table.readAddress(from, undefined)
  const params = paramsAt(rule, start, address)
  const { target, locale } = rule
  const prefix = locale ? address.prefix : ''
  const to = params && fillDestination(target, params, { query: address.query, hash: '' }, prefix, 'redirect')
  const bare = to?.split('#', 1)[0] ?? null
  return bare?.startsWith('/') ? toPublicUrl(table, bare, undefined) : bare
}

/** Sources that end in a slash, which canonical paths do not. */
function slashAtEnd({ place, source }: Rule): Warning[] {
  if (source === '/' || !source.endsWith('/')) return []
  const message = `can never match: no canonical path ends in a slash; write ${source.slice(0, -1)}, or set trailingSlash`
  return [{ kind: 'slash', place: `${place}.source`, message }]
}

/** Rules for every path that the browser cannot decide: each navigation becomes a document request. */
function documents(table: CompiledTable): Warning[] {
  const paths = samplePaths('/:path*')
  return [
    ...table.redirects.rules.map((rule) => ({ rule, subject: 'every navigation' })),
    ...table.beforeFiles.rules.map((rule) => ({ rule, subject: 'every navigation' })),
    ...table.afterFiles.rules.map((rule) => ({ rule, subject: 'every navigation to a page with params' })),
  ].flatMap(({ rule, subject }) => {
    const unreadable = [...(rule.has ?? []), ...(rule.missing ?? [])].find((condition) => !isReadable(condition))
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

/** Rules before a row that could match a path as a rule of this kind sees it: with the locale in it, or without. */
function candidatesFor(list: RuleList, { locale }: Rule, path: string, before = Infinity): Rule[] {
  return candidates(list, { pathWithoutLocale: locale ? path : '', pathWithLocale: locale ? '' : path }).flatMap(
    (row) => {
      const rule = list.rules[row]
      return rule !== undefined && row < before && rule.locale === locale ? [rule] : []
    },
  )
}

// Values unlike each other, so that a pattern which matches all of them matches anything of their kind.
const ONE_SEGMENT = ['example', '7', 'A_b.c-d', '~%C3%BC', '0.']
const MANY_SEGMENTS = ['example', '7/A_b.c-d/~%C3%BC', 'x/0./y/z']

/**
 * Sample paths of a source: a pattern that matches all of them is taken to match all paths of the source. A custom pattern is
 * sampled as if it took anything, so that not every sample need match the source itself; an optional part is sampled
 * present and absent.
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
