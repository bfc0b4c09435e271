import { defineRouting } from '#fairlead/navigation/routing-table/parse/define-routing.ts'

/** The routing table of the application: languages, domains, redirects and rewrites. */
export default defineRouting({
  locales: ['en', 'de', 'ja', 'ar'],
  defaultLocale: 'en',
})
