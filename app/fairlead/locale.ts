// The languages of the application, and the language of the page.

export {
  defaultLocale,
  getDirection,
  getLocale,
  isLocale,
  languageNames,
  languages,
  localeParam,
  locales,
  type Locale,
} from '#fairlead/navigation/locale/locale.ts'
export { intlLocale } from '#fairlead/messages/use-intl.tsx'
export { canonicalUrl, localizeUrl } from '#fairlead/navigation/locale/locale-url.ts'
export { publicUrl } from '#fairlead/navigation/locale/page-link.ts'
export { readBaseUrl, useVisitorTimeZone } from '#fairlead/navigation/locale/request-info.ts'
export { LOCALE_COOKIE } from '#fairlead/navigation/locale/resolve-locale.ts'
export { LocaleMenu, type MenuProps } from '#fairlead/navigation/locale/locale-menu.tsx'
