import { defineRouting } from 'fairlead/routing'

/** A table with an old application beside this one. The tests say where it is by `BESIDE_ORIGIN`. */
export default defineRouting({
  locales: ['en', 'de', 'ja', 'ar'],
  defaultLocale: 'en',
  redirects: [{ source: '/former', destination: '/start', permanent: false }],
  beside: {
    keep: ['/docs/*'],
    share: { '/item/*': 50, '/nowhere/*': 100 },
  },
})
