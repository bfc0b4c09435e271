import {
  formatValue,
  isRecord,
  readList,
  readRecord,
  type ReportIssue,
} from '#fairlead/navigation/routing-table/parse/issues.ts'
import type { Domain, LocalizedPath } from '#fairlead/navigation/routing-table/routing-types.ts'
import { parseRoutePath, type RouteSegment } from '#fairlead/navigation/routing-table/match/localized-paths.ts'

/**
 * Checks the locales and their default, and reports every issue. Locales that differ only in case count as the same.
 */
export function validateLocales(
  locales: readonly string[],
  defaultLocale: string | undefined,
  report: ReportIssue,
): void {
  if (locales.length === 0) report('locales', 'is empty')
  for (const [row, locale] of locales.entries()) {
    if (typeof locale !== 'string' || !/^[A-Za-z0-9_-]+$/.test(locale)) {
      report(`locales[${row}]`, `${formatValue(locale)} has characters other than letters, digits, - and _`)
    } else if (locales.findIndex((other) => formatValue(other).toLowerCase() === locale.toLowerCase()) !== row) {
      report(`locales[${row}]`, `${locale} is there twice`)
    }
  }
  if (defaultLocale === undefined) report('defaultLocale', 'is missing')
  else if (!locales.includes(defaultLocale)) report('defaultLocale', `${formatValue(defaultLocale)} is not in locales`)
}

/** Reads the domains, each with its locales, and reports every issue. No locale has two domains. */
export function parseDomains<L extends string>(
  input: unknown,
  locales: readonly L[],
  report: ReportIssue,
): Domain<L>[] {
  const seen = new Map<string, string>()
  const claim = (name: string, place: string) => {
    const owner = seen.get(name)
    if (owner !== undefined) report(place, `${name} is at ${owner} already`)
    else seen.set(name, place)
  }
  return readList(input, 'domains', report, (item, place): Domain<L> | undefined => {
    if (!isRecord(item)) return void report(place, 'is not a domain')
    const domain = formatValue(item['domain'] ?? '').toLowerCase()
    if (!/^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/.test(domain)) {
      report(`${place}.domain`, domain ? `${domain} is not a host name without port` : 'is missing')
    } else claim(domain, `${place}.domain`)

    const known = (value: unknown, at: string): L | undefined => {
      const locale = locales.find((candidate) => candidate === value)
      if (locale === undefined)
        report(at, value === undefined ? 'is missing' : `${formatValue(value)} is not in locales`)
      return locale
    }
    const defaultLocale = known(item['defaultLocale'], `${place}.defaultLocale`)
    const own = readList(item['locales'], `${place}.locales`, report, known)
    if (defaultLocale === undefined) return undefined
    const all = [...new Set([defaultLocale, ...own])]
    for (const locale of all) claim(locale, place)
    return { domain, defaultLocale, locales: all, http: item['http'] === true }
  })
}

/** Returns segments without the names of their params: two paths with the same shape cannot be distinguished. */
const shapeOf = (segments: readonly RouteSegment[]): string =>
  segments.map(({ type, before, after }) => `/${before}${type === 'literal' ? '' : `{${type}}`}${after}`).join('')

const namesOf = (segments: readonly RouteSegment[]): string =>
  segments
    .flatMap(({ type, name }) => (name === undefined ? [] : [(type === 'optional' ? '-' : '') + name]))
    .toSorted()
    .join(', ')

function faultOf(path: unknown): string | undefined {
  if (typeof path !== 'string' || !path.startsWith('/')) return `${formatValue(path)} is not a path: it starts with /`
  if (path === '/') return 'the first page has no other path'
  if (/\/\/|\/$|[?#\\\s]|\/\.{1,2}(?:\/|$)/.test(path)) return `${path} has an empty segment, dots, a space, ?, # or \\`
  if (/%(?![0-9a-f]{2})/i.test(path)) return `${path} has a % that is no escape`
  const segments = parseRoutePath(path)
  const isUnknown = ({ type, before, after }: RouteSegment) =>
    type === 'literal' ? /[${}]/.test(before) : type === 'rest' && before + after !== ''
  if (segments.some(isUnknown))
    return `${path} has a param of another form than $name, {-$name}, before{$name}after and $`
  if (segments.slice(0, -1).some(({ type }) => type === 'rest')) return `${path} has something after $`
  const names = segments.flatMap(({ name }) => name ?? [])
  return new Set(names).size < names.length ? `${path} has a param twice` : undefined
}

/** Reads the public paths of routes, and reports every issue. In a locale, a path leads to one route. */
export function parsePathnames(input: unknown, locales: readonly string[], report: ReportIssue): LocalizedPath[] {
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
  const routes = Object.entries(readRecord(input, 'pathnames', report)).filter(
    ([route]) => !isFaulty(route, `pathnames[${JSON.stringify(route)}]`),
  )
  // If a locale has no path for a route, the route's path is public.
  for (const [route] of routes) for (const locale of locales) claim(locale, route, route, 'pathnames')
  return routes.map(([route, byLocale]) => {
    const place = `pathnames[${JSON.stringify(route)}]`
    const paths: Record<string, readonly string[]> = {}
    for (const [locale, value] of Object.entries(readRecord(byLocale, place, report))) {
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

/** Reads the prefixes that replace the names of locales, and reports every issue. */
export function parsePrefixes<L extends string>(
  input: unknown,
  locales: readonly L[],
  report: ReportIssue,
): Partial<Record<L, string>> {
  const result: Partial<Record<L, string>> = {}
  const taken = new Map<string, string>(locales.map((locale) => [`/${locale.toLowerCase()}`, locale]))
  for (const [name, prefix] of Object.entries(readRecord(input, 'prefixes', report))) {
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
  // `/eu/at` has to be found before `/eu`.
  const entries = Object.entries<string | undefined>(result)
  return Object.fromEntries(entries.toSorted(([, a = ''], [, b = '']) => b.length - a.length)) as typeof result
}
