import { type AnyRouter, useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { isNotFound, type Match } from '#app/navigation/loading/is-not-found.ts'
import { hreflangLinks } from '#app/navigation/locale/hreflang.ts'
import { languages } from '#app/navigation/locale/locale.ts'
import { afterPaint } from '#app/ui/after-paint.ts'

/** The path of the page that is shown; none for a page that is not found. */
function shownPath(router: AnyRouter): string | undefined {
  const matches: (Match & { pathname: string })[] = router.stores.matches.get()
  return matches.some(isNotFound) ? undefined : matches.at(-1)?.pathname
}

/** Removes the Open Graph tags of a document, which are those of its first page, from its head. */
function removePreview(): void {
  for (const tag of document.head.querySelectorAll('[property^="og:"]')) tag.remove()
}

type HreflangLinksProps = { origin: string; children?: ((canonical: string) => ReactNode) | undefined }

/**
 * The `canonical` and `hreflang` links of the page, for its head. Crawlers load documents, so after a client-side
 * navigation the links are updated once the new page is painted, and a preview of the page before is removed.
 *
 * @param origin of this site, without a slash at its end
 * @param children other tags of a page that is found, from its canonical URL
 */
export function HreflangLinks({ origin, children }: HreflangLinksProps) {
  const router = useRouter()
  const [path, setPath] = useState(() => shownPath(router))
  useEffect(() => {
    const first = shownPath(router)
    const update = () => {
      const shown = shownPath(router)
      if (shown !== first) removePreview()
      setPath(shown)
    }
    return router.subscribe('onResolved', () => afterPaint(update))
  }, [router])
  if (!path) return null
  const links = hreflangLinks(languages, path, origin)
  return (
    <>
      {links.map((link) => (
        <link key={link.hrefLang ?? ''} {...link} />
      ))}
      {children?.(links[0].href)}
    </>
  )
}
