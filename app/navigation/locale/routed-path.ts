import { customPrefixes, localePrefix } from 'virtual:routing'
import { paths } from 'virtual:routing/paths'
import { languages } from '#app/navigation/locale/locale.ts'
import { routedPath } from '#app/navigation/locale/locale-url.ts'

/** Returns the path that the routes have for a public one. Without localized paths and prefixes it costs a browser no code. */
export const toRoutedPath = (pathname: string, host: string | undefined): string =>
  paths || customPrefixes || localePrefix === 'always' ? routedPath(languages, pathname, host) : pathname
