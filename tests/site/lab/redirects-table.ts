import { defineRouting } from '#app/navigation/routing-table/parse/define-routing.ts'

/** A long table of redirects and nothing else: the browser has it once a page has loaded. */
export default defineRouting({
  locales: ['en', 'de', 'ja', 'ar'],
  defaultLocale: 'en',
  redirects: [
    { source: '/lab/item/24', destination: '/lab/item/77', permanent: false },
    { source: '/lab/item/23', destination: '/lab/echo/asked', permanent: false, has: [{ type: 'header', key: 'x-a' }] },
    ...Array.from({ length: 2_000 }, (_, index) => ({
      source: `/from-${index}/:rest`,
      destination: `/lab/echo/to-${index}/:rest`,
      permanent: false,
    })),
  ],
})
