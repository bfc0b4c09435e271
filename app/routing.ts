import { defineRouting } from 'fairlead/routing'

/** The routing table of the application: languages, domains, redirects and rewrites. */
export default defineRouting({
  locales: ['en', 'de', 'ja', 'ar'],
  defaultLocale: 'en',
})
