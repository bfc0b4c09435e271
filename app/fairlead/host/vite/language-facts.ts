/// <reference lib="esnext.intl" />

/** Returns `undefined` for a name that is not a language tag, such as `en_US`. */
function asLocale(name: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(name)
  } catch {
    return undefined
  }
}

/** True for a language that is written from right to left, by the Unicode data of Node. */
export function isRightToLeft(locale: string): boolean {
  return asLocale(locale)?.getTextInfo().direction === 'rtl'
}

/**
 * Returns a language tag with the digits and the calendar that it has by the Unicode data of Node, unless the tag names
 * its own: `ar-u-ca-gregory-nu-latn`. Browsers with older or newer data have others, `fa` and `th` no Gregorian calendar.
 */
export function intlLocale(locale: string): string {
  if (!asLocale(locale)) return locale
  const { calendar, numberingSystem } = new Intl.DateTimeFormat(locale).resolvedOptions()
  return new Intl.Locale(locale, { calendar, numberingSystem }).toString()
}

/** Returns the name of a language in that language: `Français`, `Português (Brasil)`; else the tag itself. */
export function languageName(locale: string): string {
  if (!asLocale(locale)) return locale
  const name = new Intl.DisplayNames([locale], { type: 'language', languageDisplay: 'standard' }).of(locale) ?? locale
  const [first = ''] = name
  return first.toLocaleUpperCase(locale) + name.slice(first.length)
}
