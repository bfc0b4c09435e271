import type { RegisteredRouter, ToOptions } from '@tanstack/react-router'
import { type Locale, languages } from '#fairlead/navigation/locale/locale.ts'
import { type LOCALE_ROUTE, withoutLocale } from '#fairlead/navigation/locale/locale-route.ts'
import { localizeUrl } from '#fairlead/navigation/locale/locale-url.ts'
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

/** A link to a page, checked against the routes as those of `<Link>`. Without a `locale` it keeps the language. */
export type FormLink = { [To in PagePath]: { to: To; hash?: string } & LinkTo<To> }[PagePath]

type LinkParts = { to: string; params?: unknown; search?: unknown; hash?: unknown }

function encode(value: unknown, isRest: boolean): string {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  return isRest ? text.split('/').map(encodeURIComponent).join('/') : encodeURIComponent(text)
}

/** The domain of the request's host may have its own default language. Pure. */
export function linkHref({ to, params, search, hash }: LinkParts, locale: Locale, host: string | undefined): string {
  const { locale: asked, ...values } = (params ?? {}) as Record<string, unknown>
  const path = fillRoutePath(parseRoutePath(withoutLocale(to)), ({ type, name = '' }) =>
    values[name] === undefined ? undefined : encode(values[name], type === 'rest'),
  )
  const language = languages.locales.find((each) => each === asked) ?? locale
  const page = path.endsWith('/') ? path.slice(0, -1) : path
  const url = localizeUrl(languages, page || '/', language, host)
  const query = typeof search === 'object' && search !== null ? stringifySearch(search as Record<string, unknown>) : ''
  return `${url}${query}${typeof hash === 'string' && hash !== '' ? `#${hash}` : ''}`
}
