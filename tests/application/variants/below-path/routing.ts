import { defineRouting } from 'fairlead/routing'

/** A redirect and a rewrite, which leave out the path of the application. */
export default defineRouting({
  locales: ['en', 'de', 'ja', 'ar'],
  defaultLocale: 'en',
  redirects: [{ source: '/old/:rest*', destination: '/echo/:rest*', permanent: true }],
  rewrites: { afterFiles: [{ source: '/shown/:rest*', destination: '/echo/:rest*' }] },
})
