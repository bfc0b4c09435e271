// The table of the bench: the application's languages, and its redirects.
import { readFileSync } from 'node:fs'
import { defineRouting } from '#fairlead/navigation/routing-table/parse/define-routing.ts'

export default defineRouting({
  locales: ['en', 'de', 'ja', 'ar'],
  defaultLocale: 'en',
  redirects: JSON.parse(readFileSync('rules.json', 'utf8')),
})
