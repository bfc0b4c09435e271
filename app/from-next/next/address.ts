import { type Locale, localeParam, locales } from '#fairlead/navigation/locale/locale.ts'

type Values = Readonly<Record<string, unknown>>

/** An address, in the forms that links, routers and redirects of Next.js and next-intl take. */
export type Address = string | URL | { pathname?: string; params?: Values; query?: Values | string; hash?: string }

/** Returns the text of an address. An object may have params that stand for `[id]` in its path. */
export function addressText(address: Address): string {
  if (typeof address === 'string' || address instanceof URL) return String(address)
  const { pathname = '', params = {}, query = {}, hash = '' } = address
  const segments = pathname.split('/').map((segment) => {
    const [, name] = /^\[{1,2}(?:\.{3})?([^\]]+)\]{1,2}$/.exec(segment) ?? []
    return name === undefined ? segment : [params[name]].flat().map(String).map(encodeURIComponent).join('/')
  })
  const pairs = typeof query === 'string' ? [] : Object.entries(query).filter(([, value]) => value !== undefined)
  const search = String(
    typeof query === 'string' ? query : new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])),
  )
  return segments.join('/') + (search && `?${search.replace(/^\?/, '')}`) + (hash && `#${hash.replace(/^#/, '')}`)
}

export const asLocale = (text: unknown): Locale | undefined => locales.find((locale) => locale === text)

/**
 * Returns the parts of an address within the application, the path in its own language, or else in `locale`;
 * `undefined` for an address elsewhere, and for a file. The router fills in the page's language where there is none.
 */
export function addressParts(text: string, locale: Locale | undefined) {
  const [, path = '', query = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(?:#(.*))?$/s.exec(text) ?? []
  if (!path.startsWith('/') || path.startsWith('//') || /\.\w+$/.test(path)) return undefined
  const own = asLocale(path.split('/')[1])
  const rest = own === undefined ? path : path.slice(own.length + 1)
  const language = own ?? locale
  const param = language && localeParam(language)
  const prefix = language === undefined ? '/{-$locale}' : param === undefined ? '' : `/${param}`
  // A dollar sign and a brace would be params.
  const below = (rest === '/' ? '' : rest).replaceAll(/[${]/g, encodeURIComponent)
  return { to: prefix + below || '/', query, hash }
}
