import { defineRouting } from 'fairlead/routing'

/** A table whose URLs name no language: the domain and the visitor do. Other hosts than the domains serve all. */
export default defineRouting({
  locales: ['en', 'de', 'ja', 'ar'],
  defaultLocale: 'en',
  localePrefix: 'never',
  domains: [
    { domain: 'example.com', defaultLocale: 'en', locales: ['ja', 'ar'] },
    { domain: 'example.de', defaultLocale: 'de', http: true },
  ],
  pathnames: {
    '/start': { de: '/anfang', ja: '/開始' },
    '/item/$id': { de: ['/ware/$id', '/artikel/$id'], en: '/goods/$id' },
    '/guide/$': { de: '/handbuch/$', ja: '/手引き/$' },
  },
  redirects: [{ source: '/old/:id', destination: '/item/:id', permanent: false }],
  rewrites: [{ source: '/sale', destination: '/item/7' }],
})
