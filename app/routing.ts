import { defineRouting } from '#app/navigation/routing-table/parse/define-routing.ts'

/** The table to edit: which languages there are, and where addresses lead. */
export default defineRouting({
  locales: ['en', 'de', 'ja', 'ar'],
  defaultLocale: 'en',
})
