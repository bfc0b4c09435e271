import type { ReportIssue } from '#fairlead/navigation/routing-table/parse/issues.ts'
import { splitLocale } from '#fairlead/navigation/routing-table/match/localized-url.ts'
import type { LocalizedPath, Rewrites, Routing, Rule } from '#fairlead/navigation/routing-table/routing-types.ts'

/**
 * Returns a pattern in the syntax of routes; `undefined` if it has more than literals, `:name`, and `:name*` at the
 * end.
 */
function toRoutePath(pattern: string): string | undefined {
  const segments = pattern.split('/').slice(1)
  const converted = segments.map((segment, index) => {
    const [, name, rest] = /^:(\w+)(\*?)$/.exec(segment) ?? []
    if (name === undefined) return /[:(){}*+?#\\$]/.test(segment) ? undefined : segment
    if (rest) return index === segments.length - 1 ? '$' : undefined
    return `$${name}`
  })
  return pattern.startsWith('/') && converted.every((segment) => segment !== undefined) && !pattern.includes('//')
    ? `/${converted.join('/')}`
    : undefined
}

const paramsOf = (path: string): string =>
  path
    .split('/')
    .filter((segment) => segment.startsWith('$'))
    .toSorted()
    .join()

/**
 * Returns the path of the page that a rewrite shows, in the syntax of routes, and the path of its source, which may be
 * the public URL of the page in some locales; `undefined` if no URL can be made from it.
 */
function sourceOf(rule: Rule, locales: readonly string[]) {
  // A rule with a condition does not apply to everyone.
  if (rule.has || rule.missing) return undefined
  // Both patterns of a rule with `locale: false` begin with the locale.
  const table = { prefixes: rule.locale ? [] : locales }
  const [source, destination] = [splitLocale(table, rule.source), splitLocale(table, rule.destination)]
  if (!rule.locale && (source.locale === undefined || source.locale !== destination.locale)) return undefined
  const route = toRoutePath(destination.path)
  const path = toRoutePath(source.path)
  if (route === undefined || route === path || route === '/') return undefined
  const isInvertible = path !== undefined && path !== '/' && paramsOf(path) === paramsOf(route)
  return { rule, locales: source.locale ? [source.locale] : locales, route, path: isInvertible ? path : undefined }
}

/**
 * Returns the public paths that rewrites give to pages, for canonical URLs: the source of the only rule without
 * conditions that leads to a page; if there are several, the source of the one with `canonical: true`. Reports a second
 * such rule.
 */
export function canonicalSources(
  { beforeFiles, afterFiles, fallback }: Rewrites,
  locales: Routing['locales'],
  report?: ReportIssue,
): LocalizedPath[] {
  const sources = [...beforeFiles, ...afterFiles, ...fallback].flatMap((rule) => {
    const source = sourceOf(rule, locales)
    if (rule.canonical && source?.path === undefined)
      report?.(`${rule.place}.canonical`, 'its source does not make one URL for each page, for everyone')
    return source ?? []
  })
  const byRoute = Map.groupBy(sources, ({ route }) => route.replaceAll(/\$\w+/g, '$x'))
  const refused = new Set<Rule>()
  return [...byRoute.values()].flatMap((all) =>
    locales.flatMap((locale): LocalizedPath[] => {
      const here = all.filter((source) => source.locales.includes(locale))
      const [marked, second] = here.filter(({ rule }) => rule.canonical)
      if (second && !refused.has(second.rule)) {
        refused.add(second.rule)
        report?.(`${second.rule.place}.canonical`, `${marked?.rule.place} is canonical for ${second.route} already`)
      }
      const chosen = marked ?? (here.length === 1 ? here[0] : undefined)
      return chosen?.path === undefined ? [] : [{ route: chosen.route, paths: { [locale]: [chosen.path] } }]
    }),
  )
}
