import { createIsomorphicFn } from '@tanstack/react-start'
import {
  customPrefixes,
  defaultLocale,
  domains,
  languageNames,
  localePrefix,
  locales,
  prefixes,
  rightToLeft,
  trailingSlash,
} from 'virtual:routing'
import { canonicalPaths, paths } from 'virtual:routing/paths'
import { type Languages, routedPath } from '#fairlead/navigation/locale/locale-url.ts'
import { getRequestContext } from '#fairlead/platform/request-context.server.ts'
import type { Locale } from '#fairlead/platform/app-types.ts'

export type { Locale }

export { defaultLocale, languageNames, locales }

/**
 * The language of the visitor of this request; in the browser, the language of the document for as long as it lives.
 */
const readVisitor = createIsomorphicFn()
  .server(() => getRequestContext()?.visitorLocale as Locale | undefined)
  .client(() => document.documentElement.lang as Locale)

/** Returns the language of the visitor if URLs have no locale. */
export const visitorLocale = (): Locale | undefined => (localePrefix === 'never' ? readVisitor() : undefined)

/** The languages of the routing table, and the language of the visitor where URLs do not say it. */
export const languages: Languages = {
  get visitor() {
    return visitorLocale()
  },
  locales,
  prefixes,
  localePrefix,
  customPrefixes,
  defaultLocale,
  domains,
  trailingSlash,
  paths,
  canonicalPaths,
}

/** True when a path's first segment is a locale prefix. Case-sensitive: `/DE` is not `/de`. */
export function isLocale(segment: string | undefined): segment is Locale {
  return (prefixes as readonly string[]).includes(segment ?? '')
}

/** The language of the params of a matched route; the default one has no prefix. */
export function getLocale(params: { locale?: Locale | undefined }): Locale {
  return params.locale ?? defaultLocale
}

/** The param that a link to a language needs: `undefined` for the default one, which has no prefix. */
export function localeParam(locale: Locale): Locale | undefined {
  return locale === defaultLocale ? undefined : locale
}

/** The direction in which a language of the table is written. */
export function getDirection(locale: string): 'ltr' | 'rtl' {
  return rightToLeft.includes(locale) ? 'rtl' : 'ltr'
}

/** Returns the routes' path for a public one. Without localized paths and prefixes it adds no code to the browser's. */
export const toRoutedPath = (pathname: string, host: string | undefined): string =>
  paths || customPrefixes || localePrefix === 'always' ? routedPath(languages, pathname, host) : pathname
