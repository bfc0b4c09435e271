import { defineRouting } from 'fairlead/routing'

/** The languages of the shell's tests: one is the default, one is written from right to left. */
export default defineRouting({
  locales: ['en', 'de', 'ja', 'ar'],
  defaultLocale: 'en',
})
