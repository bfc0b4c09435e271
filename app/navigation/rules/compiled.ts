import { localeReader, type Address, type LocaleReader } from '#app/navigation/rules/address.ts'
import {
  compileCondition,
  offeredNames,
  testCondition,
  type CompiledCondition,
  type RuleRequest,
} from '#app/navigation/rules/conditions.ts'
import { compileDestination, type Destination } from '#app/navigation/rules/destination.ts'
import { compilePattern, matchPattern, type Pattern } from '#app/navigation/rules/pattern.ts'
import { indexSources, lookUp, mergeRows, type RuleIndex } from '#app/navigation/rules/rule-index.ts'
import type { Condition, Domain, Params, RedirectRule, Routing, Rule } from '#app/navigation/rules/table.ts'

type CompiledParts = {
  readonly pattern: Pattern
  readonly has: readonly CompiledCondition[]
  readonly missing: readonly CompiledCondition[]
  readonly destination: Destination
}

export type CompiledRule<R extends Rule = Rule> = { readonly rule: R; readonly parts: () => CompiledParts }

export type RuleList<R extends Rule = Rule> = {
  readonly rules: readonly CompiledRule<R>[]
  /** Rules that hold under every locale, by path without prefix. */
  readonly carried: RuleIndex
  /** `locale: false` rules, by path with prefix. */
  readonly literal: RuleIndex
}

export type CompiledTable = {
  readonly trailingSlash: boolean
  readonly defaultLocale: string
  readonly domains: readonly Domain[]
  readonly readAddress: LocaleReader
  readonly redirects: RuleList<RedirectRule>
  readonly beforeFiles: RuleList
  readonly afterFiles: RuleList
  readonly fallback: RuleList
}

/**
 * Prepares a table for look-ups. Sources are filed at once, everything else of a rule is compiled when it is first
 * looked at. Expects a table that `defineRouting` or `browserTable` made: a faulty one throws here or at a look-up.
 */
export function compileTable(routing: Omit<Routing, 'localeDetection'>): CompiledTable {
  return {
    trailingSlash: routing.trailingSlash,
    defaultLocale: routing.defaultLocale,
    domains: routing.domains,
    readAddress: localeReader(routing),
    redirects: compileList(routing.redirects),
    beforeFiles: compileList(routing.rewrites.beforeFiles),
    afterFiles: compileList(routing.rewrites.afterFiles),
    fallback: compileList(routing.rewrites.fallback),
  }
}

function compileList<R extends Rule>(rules: readonly R[]): RuleList<R> {
  const rows = rules.map((rule, row) => ({ row, source: rule.source, locale: rule.locale }))
  return {
    rules: rules.map((rule) => ({ rule, parts: lazily(() => compileParts(rule)) })),
    carried: indexSources(rows.filter((row) => row.locale)),
    literal: indexSources(rows.filter((row) => !row.locale)),
  }
}

function lazily<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}

function compileParts(rule: Rule): CompiledParts {
  const pattern = compilePattern(rule.source)
  return {
    pattern,
    has: (rule.has ?? []).map(compileCondition),
    missing: (rule.missing ?? []).map(compileCondition),
    destination: compileDestination(rule.destination, namesOffered(pattern, rule.has ?? [])),
  }
}

/** The names that a rule's source and `has` offer to its destination. Unnamed parts offer none. */
export function namesOffered(pattern: Pattern, has: readonly Condition[]): Set<string> {
  const named = pattern.keys.flatMap((key) => (typeof key.name === 'string' ? [key.name] : []))
  return new Set([...named, ...has.flatMap(offeredNames)])
}

/** The rows of a list that could match an address, in the order of the table. */
export function candidates(list: RuleList, address: Pick<Address, 'bare' | 'full'>): readonly number[] {
  return mergeRows([...lookUp(list.carried, address.bare), ...lookUp(list.literal, address.full)])
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

/** Holds one rule against an address and what is known of its request. One failed condition settles it. */
export function matchRule({ rule, parts }: CompiledRule, address: Address, request: RuleRequest): RuleMatch {
  const { pattern, has, missing } = parts()
  const params = matchPattern(pattern, rule.locale ? address.bare : address.full)
  if (params === null) return OTHER_PATH

  let unknown = rule.needsServer === true
  for (const [position, condition] of has.entries()) {
    const verdict = testCondition(condition, request, address.query, params)
    if (verdict === 'no') return { type: 'unmet', condition: `has[${position}]` }
    unknown ||= verdict === 'unknown'
  }
  for (const [position, condition] of missing.entries()) {
    const verdict = testCondition(condition, request, address.query, {})
    if (verdict === 'yes') return { type: 'unmet', condition: `missing[${position}]` }
    unknown ||= verdict === 'unknown'
  }
  return unknown ? UNKNOWN : { type: 'match', params }
}
