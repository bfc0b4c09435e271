import { defineRouting } from 'fairlead/routing'

/** The table with public paths, where the default language has a prefix too. */
export default defineRouting({
  locales: ['en', 'de', 'ja', 'ar'],
  defaultLocale: 'en',
  localePrefix: 'always',
  prefixes: { ar: '/arab' },
  pathnames: {
    '/start': { de: '/anfang', ja: '/開始' },
    '/item/$id': { de: '/ware/$id', en: '/goods/$id' },
    '/guide/$': { de: '/handbuch/$', ja: '/手引き/$' },
  },
  redirects: [{ source: '/old/:id', destination: '/item/:id', permanent: false }],
})
