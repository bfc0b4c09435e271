import { formatValue, isRecord, type ReportIssue } from '#app/navigation/routing-table/parse/issues.ts'
import { parseRoutePath, type RouteSegment } from '#app/navigation/routing-table/match/route-segments.ts'
import type { LocalizedPath } from '#app/navigation/routing-table/routing-types.ts'

/** Segments without the names of their params: two paths with the same shape cannot be told apart. */
const shapeOf = (segments: readonly RouteSegment[]): string =>
  segments.map(({ type, before, after }) => `/${before}${type === 'literal' ? '' : `{${type}}`}${after}`).join('')

const namesOf = (segments: readonly RouteSegment[]): string =>
  segments
    .flatMap(({ type, name }) => (name === undefined ? [] : [(type === 'optional' ? '-' : '') + name]))
    .toSorted()
    .join(', ')

/** The fault of a path, if any. */
function faultOf(path: unknown): string | undefined {
  if (typeof path !== 'string' || !path.startsWith('/')) return `${formatValue(path)} is not a path: it starts with /`
  if (path === '/') return 'the first page has no other path'
  if (/\/\/|\/$|[?#\\\s]|\/\.{1,2}(?:\/|$)/.test(path)) return `${path} has an empty segment, dots, a space, ?, # or \\`
  if (/%(?![0-9a-f]{2})/i.test(path)) return `${path} has a % that is no escape`
  const segments = parseRoutePath(path)
  if (segments.some(({ type, before }) => type === 'literal' && /[${}]/.test(before)))
    return `${path} has a param of another form than $name, {-$name}, before{$name}after and $`
  if (segments.slice(0, -1).some(({ type }) => type === 'rest')) return `${path} has something after $`
  const names = segments.flatMap(({ name }) => name ?? [])
  return new Set(names).size < names.length ? `${path} has a param twice` : undefined
}

/** Reads the public paths of routes, and reports every issue. In a locale, a path leads to one route. */
export function parsePathnames(input: unknown, locales: readonly string[], report: ReportIssue): LocalizedPath[] {
  if (input === undefined) return []
  if (!isRecord(input)) {
    report('pathnames', 'is not an object')
    return []
  }
  const owners = new Map<string, string>()
  const claim = (locale: string, path: string, route: string, place: string) => {
    const key = locale + shapeOf(parseRoutePath(path))
    const owner = owners.get(key)
    if (owner !== undefined && owner !== route) report(place, `${path} is the path of ${owner} in ${locale}`)
    else owners.set(key, route)
  }
  const isFaulty = (path: unknown, place: string): boolean => {
    const fault = faultOf(path)
    if (fault !== undefined) report(place, fault)
    return fault !== undefined
  }
  const routes = Object.entries(input).filter(([route]) => !isFaulty(route, `pathnames[${JSON.stringify(route)}]`))
  // Where a route has no path of its own, its route's path is public.
  for (const [route] of routes) for (const locale of locales) claim(locale, route, route, 'pathnames')
  return routes.map(([route, byLocale]) => {
    const place = `pathnames[${JSON.stringify(route)}]`
    const paths: Record<string, readonly string[]> = {}
    if (!isRecord(byLocale)) report(place, 'is not an object of paths by locale')
    for (const [locale, value] of isRecord(byLocale) ? Object.entries(byLocale) : []) {
      if (value === undefined) continue
      if (!locales.includes(locale)) report(`${place}.${locale}`, `${locale} is not in locales`)
      const all: unknown[] = Array.isArray(value) ? value : [value]
      if (all.length === 0) report(`${place}.${locale}`, 'is empty')
      paths[locale] = all.flatMap((path) => {
        if (isFaulty(path, `${place}.${locale}`) || typeof path !== 'string') return []
        const [has, wants] = [namesOf(parseRoutePath(path)), namesOf(parseRoutePath(route))]
        if (has !== wants)
          report(`${place}.${locale}`, `${path} has the params ${has || 'none'}; its route has ${wants || 'none'}`)
        claim(locale, path, route, `${place}.${locale}`)
        return path
      })
    }
    return { route, paths }
  })
}

/** Reads the prefixes that locales have in place of their names, and reports every issue. */
export function parsePrefixes<L extends string>(
  input: unknown,
  locales: readonly L[],
  report: ReportIssue,
): Partial<Record<L, string>> {
  if (input === undefined) return {}
  if (!isRecord(input)) {
    report('prefixes', 'is not an object')
    return {}
  }
  const result: Partial<Record<L, string>> = {}
  const taken = new Map<string, string>(locales.map((locale) => [`/${locale.toLowerCase()}`, locale]))
  for (const [name, prefix] of Object.entries(input)) {
    const place = `prefixes.${name}`
    const locale = locales.find((candidate) => candidate === name)
    if (locale === undefined) report(place, `${name} is not in locales`)
    else if (typeof prefix !== 'string' || !/^(?:\/[a-z0-9_-]+)+$/i.test(prefix))
      report(place, `${formatValue(prefix)} is not a path of letters, digits, - and _`)
    else {
      const owner = taken.get(prefix.toLowerCase())
      if (owner !== undefined && owner !== locale) report(place, `${prefix} is the prefix of ${owner}`)
      taken.set(prefix.toLowerCase(), locale)
      if (prefix !== `/${locale}`) result[locale] = prefix
    }
  }
  // `/eu/at` is found before `/eu`.
  const entries = Object.entries<string | undefined>(result)
  return Object.fromEntries(entries.toSorted(([, a = ''], [, b = '']) => b.length - a.length)) as typeof result
}
