import {
  formatValue,
  isRecord,
  type Issue,
  readList,
  type ReportIssue,
  RoutingTableError,
} from '#fairlead/navigation/routing-table/parse/issues.ts'
import { findSuspectPatterns, slowMessage } from '#fairlead/navigation/routing-table/parse/check-patterns.ts'
import { canonicalSources } from '#fairlead/navigation/routing-table/parse/canonical-sources.ts'
import {
  parseDomains,
  parsePathnames,
  parsePrefixes,
  validateLocales,
} from '#fairlead/navigation/routing-table/parse/parse-locales.ts'
import type { CheckedPathnames } from '#fairlead/navigation/routing-table/parse/route-path.ts'
import { type BesideInput, parseBeside } from '#fairlead/navigation/routing-table/parse/parse-beside.ts'
import { parseRedirect, parseRule } from '#fairlead/navigation/routing-table/parse/parse-rules.ts'
import type { LocalePrefix, Rewrites, Routing, Rule } from '#fairlead/navigation/routing-table/routing-types.ts'

// The input types are wide on purpose: a table pasted from a Next.js config is often in a separate const, where
// `type: 'host'` is a string and `locale: false` a boolean. Values are checked when the table is defined.

export type ConditionInput = {
  readonly type: string
  readonly key?: string | undefined
  readonly value?: string | undefined
}

export type RuleInput = {
  readonly source: string
  readonly destination: string
  readonly basePath?: boolean | undefined
  readonly locale?: boolean | undefined
  readonly has?: readonly ConditionInput[] | undefined
  readonly missing?: readonly ConditionInput[] | undefined
}

export type RewriteInput = RuleInput & {
  /** The source is the canonical URL of its page, where several rewrites lead to it. */
  readonly canonical?: boolean | undefined
}

export type RedirectInput = RuleInput & {
  readonly permanent?: boolean | undefined
  readonly statusCode?: number | undefined
}

export type RewritesInput =
  | readonly RewriteInput[]
  | { readonly [Phase in keyof Rewrites]?: readonly RewriteInput[] | undefined }

export type DomainInput = {
  readonly domain: string
  readonly defaultLocale: string
  readonly locales?: readonly string[] | undefined
  readonly http?: boolean | undefined
}

export type RoutingInput<L extends string, P = object> = {
  /** Left out: paths have no locale prefix, and the interface has one language. */
  readonly locales?: readonly L[] | undefined
  /** Default where `locales` is left out: `en`. */
  readonly defaultLocale?: NoInfer<L> | undefined
  /** Public paths of routes by locale, without prefix; in an array the first is public and the others were. */
  readonly pathnames?: (P & CheckedPathnames<P, L>) | undefined
  /** Prefixes of locales, where they differ from the names: `{ es: '/spain' }`. */
  readonly prefixes?: { readonly [Locale in NoInfer<L>]?: string | undefined } | undefined
  /**
   * Default: `as-needed`, every locale but the default one has a prefix. With `always` each has, with `never` none: the
   * language is the domain's or the visitor's.
   */
  readonly localePrefix?: LocalePrefix | undefined
  readonly domains?: readonly DomainInput[] | undefined
  readonly redirects?: readonly RedirectInput[] | undefined
  readonly rewrites?: RewritesInput | undefined
  /** Default: false, pages have no trailing slash. */
  readonly trailingSlash?: boolean | undefined
  /** Default: true, the first page is chosen by the visitor's languages; `every-path`: each page without a prefix. */
  readonly localeDetection?: boolean | 'every-path' | undefined
  /** The application that answers what this one does not: an old one, whose pages are taken over one by one. */
  readonly beside?: BesideInput | undefined
}

/**
 * Defines the table of locales, redirects and rewrites, in Next.js's config grammar. Returns it resolved and frozen.
 * Checks patterns for at most 20 s, see check-patterns.ts. Throws one `RoutingTableError` that lists every issue with its
 * place.
 */
export function defineRouting<const L extends string = 'en', const P = object>(input: RoutingInput<L, P>): Routing<L> {
  const issues: Issue[] = []
  const report: ReportIssue = (place, message) => void issues.push({ place, message })

  checkKeys(input, report)
  if (issues.length > 0) throw new RoutingTableError(issues)
  const defaultLocale = input.defaultLocale ?? ('en' as L)
  const locales = input.locales ?? [defaultLocale]
  validateLocales(locales, input.locales === undefined ? defaultLocale : input.defaultLocale, report)
  const pathnames = parsePathnames(input.pathnames, locales, report)
  const customPrefixes = parsePrefixes(input.prefixes, locales, report)
  const routing: Routing<L> = {
    locales: [...locales],
    prefixes: [...(input.locales ?? [])],
    ...(input.localePrefix && { localePrefix: input.localePrefix }),
    ...(Object.keys(customPrefixes).length > 0 && { customPrefixes }),
    ...(pathnames.length > 0 && { pathnames }),
    defaultLocale,
    domains: parseDomains(input.domains, locales, report),
    trailingSlash: input.trailingSlash ?? false,
    localeDetection: input.localeDetection ?? true,
    redirects: readList(input.redirects, 'redirects', report, (rule, at) => parseRedirect(rule, at, report)),
    rewrites: readPhases(input.rewrites, report),
    ...(input.beside !== undefined && { beside: parseBeside(input.beside, report) }),
  }
  canonicalSources(routing.rewrites, locales, report)
  if (routing.localePrefix === 'never') checkWithoutPrefix(input, routing, report)
  for (const { place, verdict } of findSuspectPatterns(rulesOf(routing))) {
    if (verdict.type === 'slow') report(place, slowMessage(verdict))
  }
  if (issues.length > 0) throw new RoutingTableError(issues)
  return deepFreeze(routing)
}

const KEYS = [
  'locales',
  'defaultLocale',
  'pathnames',
  'prefixes',
  'localePrefix',
  'domains',
  'redirects',
  'rewrites',
  'trailingSlash',
  'localeDetection',
  'beside',
]

const VALUES: Readonly<Record<string, readonly unknown[]>> = {
  localePrefix: ['as-needed', 'always', 'never'] satisfies LocalePrefix[],
  trailingSlash: [true, false],
  localeDetection: [true, false, 'every-path'],
}

/** Keys of a Next.js config that are written differently here, with advice. */
const ELSEWHERE: Record<string, string> = {
  i18n: 'write its locales, defaultLocale, domains and localeDetection as keys of the table',
  basePath: 'sources are below basePath of app/site.ts; others are for the proxy',
  headers: 'write them into `headers` of the route',
  skipTrailingSlashRedirect: 'leave it out: a URL has one form, which `trailingSlash` chooses',
}

function checkKeys(input: unknown, report: ReportIssue): void {
  if (!isRecord(input) || input instanceof Promise) {
    return report('the table', input instanceof Promise ? 'is a Promise: await it' : 'is not an object')
  }
  for (const [key, value] of Object.entries(input)) {
    if (value === undefined) continue
    if (!KEYS.includes(key)) report(key, ELSEWHERE[key] ?? `is not a key of the table; allowed: ${KEYS.join(', ')}`)
    else if (value instanceof Promise) report(key, 'is a Promise: await it')
    else if (typeof value === 'function') report(key, `is a function: call it, with await: ${key}: await ${key}()`)
    else if (VALUES[key]?.includes(value) === false)
      report(key, `${formatValue(value)} is none of ${VALUES[key].join(', ')}`)
    else if (key === 'locales' && !Array.isArray(value)) report(key, 'is not an array')
  }
}

function checkWithoutPrefix(
  { prefixes, localeDetection }: Pick<RoutingInput<string>, 'prefixes' | 'localeDetection'>,
  routing: Routing,
  report: ReportIssue,
): void {
  if (prefixes !== undefined) report('prefixes', 'has no meaning with localePrefix never: no URL has a prefix')
  if (localeDetection === 'every-path')
    report('localeDetection', 'is every-path with localePrefix never: it already holds at every path, leave it out')
  const homeless = routing.locales.filter((locale) => !routing.domains.some(({ locales }) => locales.includes(locale)))
  if (routing.domains.length > 0 && homeless.length > 0)
    report('domains', `has none for ${homeless.join(', ')}: with localePrefix never each locale needs one, or none has`)
  for (const { place, locale } of rulesOf(routing)) {
    if (!locale) report(`${place}.locale`, 'is false with localePrefix never: no URL names a locale')
  }
}

/** Reads the phases of rewrites. A plain array of rewrites stands for `afterFiles`. */
function readPhases(input: unknown, report: ReportIssue): Rewrites {
  const rewrites: Record<keyof Rewrites, Rule[]> = { beforeFiles: [], afterFiles: [], fallback: [] }
  const read = (list: unknown, place: string) =>
    readList(list, place, report, (rule, at) => parseRule(rule, at, 'rewrite', report))
  if (!isRecord(input)) return { ...rewrites, afterFiles: read(input, 'rewrites') }
  for (const [phase, list] of Object.entries(input)) {
    if (Object.hasOwn(rewrites, phase)) rewrites[phase as keyof Rewrites] = read(list, `rewrites.${phase}`)
    else report(`rewrites.${phase}`, 'is not a phase of rewrites')
  }
  return rewrites
}

/** Returns every rule of a table, in the order in which it is written. */
export function rulesOf({ redirects, rewrites }: Pick<Routing, 'redirects' | 'rewrites'>): Rule[] {
  return [...redirects, ...Object.values(rewrites).flat()]
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(deepFreeze)
  return value
}
