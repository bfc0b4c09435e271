import { withoutLocale } from '#fairlead/navigation/locale/locale-route.ts'
import type { CompiledTable, RuleMatch } from '#fairlead/navigation/routing-table/match/compile-table.ts'
import { isReadable, type RuleRequest } from '#fairlead/navigation/routing-table/match/conditions.ts'
import {
  resolveRedirect,
  resolveRewrite,
  type RouteKind,
  type Trace,
} from '#fairlead/navigation/routing-table/match/resolve.ts'
import type { Condition, LocalizedPath, Routing, Rule } from '#fairlead/navigation/routing-table/routing-types.ts'

export type Step = {
  readonly rule: Rule
  readonly outcome: Exclude<RuleMatch['type'], 'match'> | 'unusable' | 'applied'
  /** The place of the condition that fails: `has[0]`. */
  readonly condition?: string
  readonly to?: string
}

/**
 * Explains one request: the outcome of every rule, in order, and the final result. It is the resolution itself with a
 * trace.
 */
export function explain(table: CompiledTable, request: RuleRequest, serves: (path: string) => RouteKind) {
  const steps: Step[] = []
  const trace: Trace = (rule, match, to) => void steps.push({ rule, ...outcomeOf(rule, match, to) })
  const redirect = resolveRedirect(table, request, trace)
  return { steps, end: redirect.type === 'none' ? resolveRewrite(table, request, serves, trace) : redirect }
}

function outcomeOf(rule: Rule, match: RuleMatch, to: string | null): Omit<Step, 'rule'> {
  if (match.type === 'unmet') return { outcome: 'unmet', condition: placeOf(rule, match.condition) }
  if (match.type !== 'match') return { outcome: match.type }
  return to === null ? { outcome: 'unusable' } : { outcome: 'applied', to }
}

function placeOf({ has = [], missing = [] }: Rule, condition: Condition): string {
  const wanted = has.indexOf(condition)
  return wanted >= 0 ? `has[${wanted}]` : `missing[${missing.indexOf(condition)}]`
}

/** Describes a condition: `header x-old = 1`. */
export function describeCondition(condition: Condition): string {
  const name = condition.type === 'host' ? 'host' : `${condition.type} ${condition.key}`
  return condition.value ? `${name} = ${condition.value}` : name
}

export type AppContext = {
  readonly routes: readonly string[]
  readonly files: readonly string[]
  readonly servedAt: (path: string) => RouteKind
  /** Paths, without a language, that are only for visitors with a session. */
  readonly guarded?: readonly string[]
  /** The path of the tunnel besides `/monitoring`, if there is one. */
  readonly tunnelPath?: string | undefined
}

/** Describes the whole table in the order in which it applies, as lines of text. */
export function describeTable(routing: Routing, { routes, files }: AppContext): string[] {
  const { redirects, rewrites, trailingSlash, locales, customPrefixes = {}, pathnames = [] } = routing
  const languages = locales.map((locale) => (customPrefixes[locale] ? `${locale} (${customPrefixes[locale]})` : locale))
  const isDynamic = (route: string) => withoutLocale(route).includes('$')
  return [
    `1. Canonical URL: one slash between segments, ${trailingSlash ? 'one' : 'none'} at the end; ${describePrefix(routing)}`,
    `   languages: ${languages.join(', ')}`,
    ...pathnames.map(describePaths),
    ...section(
      '2. Redirects',
      redirects.map((rule) => `${rule.status} ${describeRule(rule)}`),
    ),
    ...section('3. Rewrites before files', rewrites.beforeFiles.map(describeRule)),
    ...section('4. Files', files),
    ...section(
      '5. Pages with a fixed path',
      routes.filter((route) => !isDynamic(route)),
    ),
    ...section('6. Rewrites after files', rewrites.afterFiles.map(describeRule)),
    ...section('7. Pages with params', routes.filter(isDynamic)),
    ...section('8. Rewrites as a fallback', rewrites.fallback.map(describeRule)),
    routing.beside ? '9. The application beside this one' : '9. 404',
  ]
}

function describePrefix({ prefixes, defaultLocale, localePrefix }: Routing): string {
  if (prefixes.length === 0) return 'no prefix for any language'
  return localePrefix === 'always' ? 'a prefix for every language' : `no prefix for ${defaultLocale}`
}

function describePaths({ route, paths }: LocalizedPath): string {
  const each = Object.entries(paths).map(([locale, [path, ...former]]) => {
    return `${locale} ${path}${former.length > 0 ? ` (was ${former.join(', ')})` : ''}`
  })
  return `   ${route}: ${each.join(', ')}`
}

function section(title: string, lines: readonly string[]): string[] {
  return [title, ...(lines.length > 0 ? lines : ['none']).map((line) => `   ${line}`)]
}

function describeRule({ place, source, destination, locale, canonical, has = [], missing = [] }: Rule): string {
  const conditions = [
    ...has.map(describeCondition),
    ...missing.map((condition) => `no ${describeCondition(condition)}`),
  ]
  const when = conditions.length > 0 ? ` if ${conditions.join(' and ')}` : ''
  const asks = [...has, ...missing].every(isReadable) ? '' : ' (a navigation asks the server)'
  return `${source} → ${destination}${when}${locale ? '' : ' (locale: false)'}${canonical ? ' (canonical)' : ''}${asks}  [${place}]`
}
