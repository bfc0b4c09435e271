// The tables of localized URLs that both are given: Fairlead and next-intl.

const locales = ['en', 'de', 'ja', 'ar'] as const

/** Public paths of routes, by language. */
export const pathnames = {
  '/lab/item/$id': { de: '/labor/ware/$id', ja: '/実験/品/$id', ar: '/مختبر/صنف/$id' },
  '/lab/echo/$': { de: '/labor/echo/$', ja: '/反響/$' },
  '/lab/docs/by/$author': { de: '/labor/von/$author', ar: '/بقلم/$author' },
  '/lab/docs/new': { de: '/labor/neu', ja: '/実験/新' },
  '/lab/gallery': { de: '/galerie', ja: '/写真', ar: '/معرض' },
} as const

/** Pages with the same path in each language. */
const OTHER_PAGES = ['/', '/lab', '/lab/feed', '/lab/links']

/** The tables by name, in the terms that both have. */
export const tables = {
  'as-needed': { locales, defaultLocale: 'en', localePrefix: 'as-needed', prefixes: {} },
  always: { locales, defaultLocale: 'en', localePrefix: 'always', prefixes: {} },
  prefixes: { locales, defaultLocale: 'en', localePrefix: 'as-needed', prefixes: { de: '/germany', ar: '/in/arabic' } },
} as const

export type TableName = keyof typeof tables

/** Returns a path as next-intl and Next.js write it: `/item/[id]`. */
function inBrackets(path: string): string {
  return path.replace(/\$(\w+)/g, '[$1]').replace(/\$$/, '[[...rest]]')
}

export function tableOfPeer(name: TableName): object {
  const { locales: all, defaultLocale, localePrefix, prefixes } = tables[name]
  return {
    locales: all,
    defaultLocale,
    localePrefix: { mode: localePrefix, prefixes },
    pathnames: Object.fromEntries([
      ...OTHER_PAGES.map((path) => [path, path]),
      ...Object.entries(pathnames).map(([path, names]) => [
        inBrackets(path),
        Object.fromEntries(
          all.map((locale) => [locale, inBrackets((names as Record<string, string>)[locale] ?? path)]),
        ),
      ]),
    ]),
    pages: [...OTHER_PAGES, ...Object.keys(pathnames).map(inBrackets)],
  }
}

const PARAMS = ['5', 'a%20b', '%E6%97%A5%E6%9C%AC', 'x.y', 'a%2Fb', 'de']
const RESTS = ['', '/a', '/a/b%20c', '/日', '/de/x']

/** Returns a path with each of some values for its param. */
function filled(path: string): string[] {
  if (/\$\w/.test(path)) return PARAMS.map((value) => path.replace(/\$\w+/, value))
  return path.endsWith('/$') ? RESTS.map((value) => path.slice(0, -2) + value) : [path]
}

/** Returns the URLs that both are asked for: each path of each page, below each prefix, and spelled in other ways. */
export function urlsOf(name: TableName): string[] {
  const { prefixes } = tables[name]
  const before = ['', ...locales.map((locale) => (prefixes as Record<string, string>)[locale] ?? `/${locale}`)]
  const paths = Object.entries(pathnames).flatMap(([path, names]) => [path, ...Object.values(names)].flatMap(filled))
  const all = [...OTHER_PAGES, ...paths, '/no-such-page', '/labor/ware', '/labor/neu/x', '/fr/lab']
  const plain = before.flatMap((prefix) => all.map((path) => prefix + (path === '/' ? '' : path) || '/'))
  const spelled = plain.filter((_, index) => index % 7 === 3)
  return [
    ...plain,
    ...Object.keys(prefixes).map((locale) => `/${locale}/lab`),
    ...spelled.map((url) => `${url}?a=b&c=%20`),
    ...spelled.filter((url) => url !== '/').map((url) => `${url}/`),
    ...before.flatMap((prefix) => (prefix ? [`${prefix.toUpperCase()}/lab`, `${prefix}${prefix}/lab`] : [])),
    ...spelled.map((url) => encodeURI(url).replaceAll('%25', '%')),
  ].filter((url, index, list) => list.indexOf(url) === index)
}
