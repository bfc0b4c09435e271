import { defineRouting } from 'fairlead/routing'

/** A long table of redirects and nothing else: the browser has it once a page has loaded. */
export default defineRouting({
  locales: ['en', 'de', 'ja', 'ar'],
  defaultLocale: 'en',
  redirects: [
    { source: '/item/24', destination: '/item/77', permanent: false },
    { source: '/item/23', destination: '/echo/asked', permanent: false, has: [{ type: 'header', key: 'x-a' }] },
    ...Array.from({ length: 2_000 }, (_, index) => ({
      source: `/from-${index}/:rest`,
      destination: `/echo/to-${index}/:rest`,
      permanent: false,
    })),
  ],
})
