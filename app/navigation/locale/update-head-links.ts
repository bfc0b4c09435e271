import type { AnyRouter } from '@tanstack/react-router'
import { paths } from 'virtual:routing/paths'
import { headLinks } from '#app/navigation/loading/navigation-signals.ts'
import { pageLinks, shownPath } from '#app/navigation/locale/page-links.ts'
import { afterPaint } from '#app/ui/after-paint.ts'

/**
 * Updates the links of hreflang-links.tsx once the page of a navigation is painted, and removes the preview of the first
 * page. Crawlers load documents, so this is not urgent.
 */
export function updateHeadLinks(router: AnyRouter): void {
  const first = shownPath(router)
  const update = () => {
    const path = shownPath(router)
    // The Open Graph tags are those of the first page.
    if (path !== first) for (const tag of document.querySelectorAll('[property^=og]')) tag.remove()
    // The first page has its links, and no navigation ends before the paths of its language are there.
    if (!paths || paths.has(document.documentElement.lang)) headLinks.set((origin) => pageLinks(path, origin))
  }
  router.subscribe('onResolved', () => afterPaint(update))
}
