import { listPages } from '#app/handbook/content.server.ts'
import { defaultLocale } from 'fairlead/locale'
import type { Part } from 'fairlead/server'

export default {
  sitemapPaths: () => listPages(defaultLocale).map(({ slug }) => (slug ? `/handbook/${slug}` : '/handbook')),
} satisfies Part
