import type { RegisteredRouter, ToOptions } from '@tanstack/react-router'
import { type Locale, languages } from '#fairlead/navigation/locale/locale.ts'
import { type LOCALE_ROUTE, withoutLocale } from '#fairlead/navigation/locale/locale-route.ts'
import { canonicalUrl, localizeUrl } from '#fairlead/navigation/locale/locale-url.ts'
import { readBaseUrl } from '#fairlead/navigation/locale/request-info.ts'
import { fillRoutePath, parseRoutePath } from '#fairlead/navigation/routing-table/match/localized-paths.ts'
import type { RouteTo } from '#fairlead/navigation/routing-table/parse/route-path.ts'
import { stringifySearch } from '#fairlead/navigation/search-params.ts'

/** Paths of pages, as the `to` of a link has them; any path where no routes are known, as in the library alone. */
type PagePath = [RouteTo] extends [never]
  ? string
  : typeof LOCALE_ROUTE extends RouteTo
    ? Extract<RouteTo, `${typeof LOCALE_ROUTE}${string}`>
    : RouteTo

type AnyLinkTo<To extends string> = Pick<ToOptions<RegisteredRouter, string, To>, 'params' | 'search'>

/** Without updaters: there is no current page. */
type LinkTo<To extends string> = {
  [Key in keyof AnyLinkTo<To>]: Exclude<AnyLinkTo<To>[Key], true | ((...args: never[]) => unknown)>
}

/** A link to a page, checked against the routes as a `<Link>` is. Without a `locale` it keeps the language. */
export type PageLink = { [To in PagePath]: { to: To; hash?: string } & LinkTo<To> }[PagePath]

type LinkParts = { to: string; params?: unknown; search?: unknown; hash?: unknown }

function encode(value: unknown, isRest: boolean): string {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  return isRest ? text.split('/').map(encodeURIComponent).join('/') : encodeURIComponent(text)
}

/** Makes the URL of a link by a function that makes the one of a page, from its path without a locale. */
function fillLink(
  { to, params, search, hash }: LinkParts,
  locale: Locale,
  urlOf: (path: string, locale: string) => string,
): string {
  const { locale: asked, ...values } = (params ?? {}) as Record<string, unknown>
  const path = fillRoutePath(parseRoutePath(withoutLocale(to)), ({ type, name = '' }) =>
    values[name] === undefined ? undefined : encode(values[name], type === 'rest'),
  )
  const language = languages.locales.find((each) => each === asked) ?? locale
  const page = path.endsWith('/') ? path.slice(0, -1) : path
  const query = typeof search === 'object' && search !== null ? stringifySearch(search as Record<string, unknown>) : ''
  return `${urlOf(page || '/', language)}${query}${typeof hash === 'string' && hash !== '' ? `#${hash}` : ''}`
}

/** The domain of the request's host may have its own default language. Pure. */
export function linkHref(link: LinkParts, locale: Locale, host: string | undefined): string {
  return fillLink(link, locale, (path, language) => localizeUrl(languages, path, language, host))
}

/**
 * Returns the absolute public URL of a page in a language, for a mail or a feed: the one of its canonical link, with the
 * query and the fragment. It needs no request, so jobs have it too. The link is checked against the routes as a
 * `<Link>` is.
 *
 * @example publicUrl({ to: '/{-$locale}/news/$articleId', params: { articleId: '5' }, locale: 'de' })
 */
export function publicUrl({ locale, ...link }: PageLink & { locale: Locale }): string {
  return fillLink(link, locale, (path, language) => canonicalUrl(languages, path, language, readBaseUrl()))
}
