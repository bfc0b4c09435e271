import { isReadable } from '#app/navigation/routing-table/client/client-table.ts'
import { describeCondition } from '#app/navigation/routing-table/explain/describe-condition.ts'
import type { RouteKind } from '#app/navigation/routing-table/match/resolve.ts'
import type { LocalizedPath, RedirectRule, Routing, Rule } from '#app/navigation/routing-table/routing-types.ts'

/** The application beside its table. */
export type AppContext = {
  /** Paths of routes, as their files name them. */
  readonly routes: readonly string[]
  /** Paths of public files. */
  readonly files: readonly string[]
  readonly servedAt: (path: string) => RouteKind
  /** Paths, without a language, that are only for visitors with a session. */
  readonly guarded?: readonly string[]
}

/** Describes the whole table in the order it applies, as lines of text. */
export function describeTable(routing: Routing, { routes, files }: AppContext): string[] {
  const { redirects, rewrites, trailingSlash, locales, pathnames = [] } = routing
  const isDynamic = (route: string) => route.replace('{-$locale}', '').includes('$')
  return [
    `1. Canonical URL: one slash between segments, ${trailingSlash ? 'one' : 'none'} at the end; ${describePrefix(routing)}`,
    `   languages: ${locales.map((locale) => describeLocale(routing, locale)).join(', ')}`,
    ...pathnames.map(describePaths),
    ...section('2. Redirects', redirects.map(describeRedirect)),
    ...section('3. Rewrites before files', rewrites.beforeFiles.map(describeRule)),
    ...section('4. Files', files),
    ...section(
      '5. Pages with a fixed path',
      routes.filter((route) => !isDynamic(route)),
    ),
    ...section('6. Rewrites after files', rewrites.afterFiles.map(describeRule)),
    ...section('7. Pages with params', routes.filter(isDynamic)),
    ...section('8. Rewrites as a fallback', rewrites.fallback.map(describeRule)),
    '9. 404',
  ]
}

function describePrefix({ prefixes, defaultLocale, localePrefix }: Routing): string {
  if (prefixes.length === 0) return 'no prefix for any language'
  return localePrefix === 'always' ? 'a prefix for every language' : `no prefix for ${defaultLocale}`
}

function describeLocale({ customPrefixes = {} }: Routing, locale: string): string {
  const prefix = customPrefixes[locale]
  return prefix === undefined ? locale : `${locale} (${prefix})`
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

function describeRedirect(rule: RedirectRule): string {
  return `${rule.status} ${describeRule(rule)}`
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
