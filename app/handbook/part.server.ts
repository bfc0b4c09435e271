import { listPages } from '#app/handbook/content.server.ts'
import { defaultLocale } from '#fairlead/navigation/locale/locale.ts'
import type { Part } from '#fairlead/server/part.ts'

export default {
  sitemapPaths: () => listPages(defaultLocale).map(({ slug }) => (slug ? `/handbook/${slug}` : '/handbook')),
} satisfies Part
