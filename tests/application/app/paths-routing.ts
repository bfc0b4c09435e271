import { defineRouting } from 'fairlead/routing'

/** A table with public paths in each language, a prefix that is no language's name, and rules beside them. */
export default defineRouting({
  locales: ['en', 'de', 'ja', 'ar'],
  defaultLocale: 'en',
  prefixes: { ar: '/arab' },
  pathnames: {
    '/start': { de: '/anfang', ja: '/開始', ar: '/بداية' },
    '/item/$id': { de: ['/ware/$id', '/artikel/$id'], ja: '/商品/$id', en: '/goods/$id' },
    '/guide/$': { de: '/handbuch/$', ja: '/手引き/$' },
    '/photo/$id': { de: '/bild/$id' },
    '/gallery': { de: '/galerie', ja: '/写真' },
    '/echo/$': { ar: '/صدى/$' },
    '/moved/$id': { de: '/umgezogen/$id' },
    '/errors/$failing': { de: '/fehler/$failing' },
  },
  redirects: [{ source: '/old/:id', destination: '/item/:id', permanent: false }],
  rewrites: [{ source: '/sale', destination: '/item/7' }],
})
