import { isRecord, textOf, type Report } from '#app/navigation/rules/faults.ts'
import type { Domain } from '#app/navigation/rules/table.ts'

/** Checks the locales and their default, and reports every fault. Locales that differ only in case are the same. */
export function checkLocales(locales: readonly string[], defaultLocale: string, report: Report): void {
  if (locales.length === 0) report('locales', 'is empty')
  for (const [row, locale] of locales.entries()) {
    if (typeof locale !== 'string' || !/^[A-Za-z0-9_-]+$/.test(locale)) {
      report(`locales[${row}]`, `${textOf(locale)} has characters other than letters, digits, - and _`)
    } else if (locales.findIndex((other) => isSame(other, locale)) !== row) {
      report(`locales[${row}]`, `${locale} is there twice`)
    }
  }
  if (!locales.includes(defaultLocale)) report('defaultLocale', `${textOf(defaultLocale)} is not in locales`)
}

/** Reads the domains, each with the locales it stands for, and reports every fault. No locale has two domains. */
export function readDomains<L extends string>(input: unknown, locales: readonly L[], report: Report): Domain<L>[] {
  if (input === undefined) return []
  if (!Array.isArray(input)) {
    report('domains', 'is not an array')
    return []
  }
  const seen = new Map<string, string>()
  const claim = (what: string, place: string) => {
    const owner = seen.get(what)
    if (owner !== undefined) report(place, `${what} is at ${owner} already`)
    else seen.set(what, place)
  }
  return input.flatMap((item: unknown, row) => {
    const place = `domains[${row}]`
    if (!isRecord(item)) {
      report(place, 'is not a domain')
      return []
    }
    const domain = textOf(item['domain'] ?? '').toLowerCase()
    if (!/^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/.test(domain)) {
      report(`${place}.domain`, domain ? `${domain} is not a host name without port` : 'is missing')
    } else claim(domain, `${place}.domain`)

    const known = (value: unknown, at: string): L[] => {
      const locale = locales.find((candidate) => candidate === value)
      if (locale === undefined) report(at, value === undefined ? 'is missing' : `${textOf(value)} is not in locales`)
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
