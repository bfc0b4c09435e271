import { isRecord, formatValue, type ReportIssue } from '#app/navigation/routing-table/parse/issues.ts'
import type { Domain } from '#app/navigation/routing-table/routing-types.ts'

/** Checks the locales and their default, and reports every issue. Locales that differ only in case are the same. */
export function validateLocales(
  locales: readonly string[],
  defaultLocale: string | undefined,
  report: ReportIssue,
): void {
  if (locales.length === 0) report('locales', 'is empty')
  for (const [row, locale] of locales.entries()) {
    if (typeof locale !== 'string' || !/^[A-Za-z0-9_-]+$/.test(locale)) {
      report(`locales[${row}]`, `${formatValue(locale)} has characters other than letters, digits, - and _`)
    } else if (locales.findIndex((other) => isSame(other, locale)) !== row) {
      report(`locales[${row}]`, `${locale} is there twice`)
    }
  }
  if (defaultLocale === undefined) report('defaultLocale', 'is missing')
  else if (!locales.includes(defaultLocale)) report('defaultLocale', `${formatValue(defaultLocale)} is not in locales`)
}

/** Reads the domains, each with the locales it stands for, and reports every issue. No locale has two domains. */
export function parseDomains<L extends string>(
  input: unknown,
  locales: readonly L[],
  report: ReportIssue,
): Domain<L>[] {
  if (input === undefined) return []
  if (!Array.isArray(input)) {
    report('domains', 'is not an array')
    return []
  }
  const seen = new Map<string, string>()
  const claim = (name: string, place: string) => {
    const owner = seen.get(name)
    if (owner !== undefined) report(place, `${name} is at ${owner} already`)
    else seen.set(name, place)
  }
  return input.flatMap((item: unknown, row) => {
    const place = `domains[${row}]`
    if (!isRecord(item)) {
      report(place, 'is not a domain')
      return []
    }
    const domain = formatValue(item['domain'] ?? '').toLowerCase()
    if (!/^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/.test(domain)) {
      report(`${place}.domain`, domain ? `${domain} is not a host name without port` : 'is missing')
    } else claim(domain, `${place}.domain`)

    const known = (value: unknown, at: string): L[] => {
      const locale = locales.find((candidate) => candidate === value)
      if (locale === undefined)
        report(at, value === undefined ? 'is missing' : `${formatValue(value)} is not in locales`)
      return locale === undefined ? [] : [locale]
    }
    const [defaultLocale] = known(item['defaultLocale'], `${place}.defaultLocale`)
    const listed = item['locales'] ?? []
    if (!Array.isArray(listed)) report(`${place}.locales`, 'is not an array')
    const own = (Array.isArray(listed) ? listed : []).flatMap((value: unknown, at) =>
      known(value, `${place}.locales[${at}]`),
    )
    if (defaultLocale === undefined) return []
    const all = [...new Set([defaultLocale, ...own])]
    for (const locale of all) claim(locale, place)
    return [{ domain, defaultLocale, locales: all, http: item['http'] === true }]
  })
}

function isSame(a: unknown, b: string): boolean {
  return typeof a === 'string' && a.toLowerCase() === b.toLowerCase()
}
