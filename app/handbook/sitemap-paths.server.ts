import { listPages } from '#app/handbook/content.server.ts'
import { defaultLocale } from '#app/navigation/locale/locale.ts'

/** Returns the paths of the handbook's pages, without a language, for the sitemap. */
export function handbookPaths(): string[] {
  return listPages(defaultLocale).map(({ slug }) => (slug ? `/handbook/${slug}` : '/handbook'))
}
