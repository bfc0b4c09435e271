import { defineRouting } from '#fairlead/navigation/routing-table/parse/define-routing.ts'

const languages = { locales: ['en', 'de'], defaultLocale: 'en' } as const

defineRouting({
  ...languages,
  pathnames: {
    '/lab/gallery': { de: '/labor/galerie' },
    '/lab/item/$id': { de: ['/labor/ware/$id', '/labor/artikel/$id'] },
    '/lab/echo/$': { de: '/labor/echo/$' },
  },
})

// @ts-expect-error an unknown route
defineRouting({ ...languages, pathnames: { '/lab/nothing': { de: '/labor/nichts' } } })
// @ts-expect-error another param
defineRouting({ ...languages, pathnames: { '/lab/item/$id': { de: '/labor/ware/$nr' } } })
// @ts-expect-error a param is missing
defineRouting({ ...languages, pathnames: { '/lab/item/$id': { de: '/labor/ware' } } })
// @ts-expect-error a param is missing in a former path
defineRouting({ ...languages, pathnames: { '/lab/item/$id': { de: ['/labor/ware/$id', '/labor/artikel'] } } })
// @ts-expect-error an unknown language
defineRouting({ ...languages, pathnames: { '/lab/gallery': { fr: '/labo/galerie' } } })
// @ts-expect-error not a path
defineRouting({ ...languages, pathnames: { '/lab/gallery': { de: 'labor' } } })
