import { languagesOf } from '#app/navigation/locale/locale-url.ts'
import { defineRouting, type RoutingInput } from '#app/navigation/routing-table/parse/define-routing.ts'

export const LOCALES = ['en', 'de', 'ja', 'ar', 'es'] as const
export type Locale = (typeof LOCALES)[number]

/** Parses a table. The routes of these tests are none of the application's. */
export function tableOf(input: object) {
  const whole = { locales: LOCALES, defaultLocale: 'en', ...input } as RoutingInput<Locale>
  return languagesOf(defineRouting(whole))
}

/** Public paths of pages with params, a catch-all and an optional segment. */
export const pathnames = {
  '/about': { de: '/über-uns', ja: '/概要', ar: '/من-نحن', es: '/sobre-nosotros' },
  '/news/$id': { de: '/neuigkeiten/$id', ja: '/ニュース/$id', en: ['/articles/$id', '/stories/$id'] },
  '/news/latest': { de: '/neuigkeiten/aktuell' },
  '/docs/$': { de: '/doku/$', ar: '/وثائق/$' },
  '/docs/by/$author': { de: '/doku/von/$author' },
  '/archive/{-$year}/all': { de: '/archiv/{-$year}/alle', ja: '/全部/{-$year}' },
  '/$shop/list': { de: '/laden/$shop' },
  '/post-{$id}/edit': { de: '/bearbeiten/beitrag-{$id}.htm' },
  '/day/$month/$day': { de: '/tag/$day/im/$month' },
}
