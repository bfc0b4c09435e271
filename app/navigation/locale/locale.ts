import { defaultLocale, domains, locales, prefixes } from 'virtual:routing'
import type routing from '#app/routing.ts'

/** A language of the interface, as `app/routing.ts` lists them. */
export type Locale = (typeof routing)['locales'][number]

export { defaultLocale, locales }

/** What addresses are written by. */
export const languages = { locales, prefixes, defaultLocale, domains }

/** Whether a path's first segment names a language. Case counts: `/DE` is another address than `/de`. */
export function isLocale(segment: string | undefined): segment is Locale {
  return (prefixes as readonly string[]).includes(segment ?? '')
}

/** The language that the params of a matched route stand for: the default one has no prefix. */
export function getLocale(params: { locale?: Locale | undefined }): Locale {
  return params.locale ?? defaultLocale
}

/** The param that a link to a language needs: `undefined` for the default one, which has no prefix. */
export function localeParam(locale: Locale): Locale | undefined {
  return locale === defaultLocale ? undefined : locale
}

const RIGHT_TO_LEFT = new Set(['ar', 'dv', 'fa', 'he', 'ku', 'ps', 'sd', 'ug', 'ur', 'yi'])

/** The direction in which a language is written, from its primary subtag. */
export function getDirection(locale: string): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.has(locale.split('-')[0] ?? '') ? 'rtl' : 'ltr'
}
