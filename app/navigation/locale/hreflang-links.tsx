import { type AnyRouter, useRouter } from '@tanstack/react-router'
import { paths } from 'virtual:routing/paths'
import { type ReactNode, useEffect, useState } from 'react'
import { isNotFound, type Match } from '#app/navigation/loading/is-not-found.ts'
import { type HreflangLink, hreflangLinks } from '#app/navigation/locale/hreflang.ts'
import { languages } from '#app/navigation/locale/locale.ts'
import { afterPaint } from '#app/ui/after-paint.ts'

/** The path of the page that is shown; none for a page that is not found. */
function shownPath(router: AnyRouter): string | undefined {
  const matches: (Match & { pathname: string })[] = router.stores.matches.get()
  return matches.some(isNotFound) ? undefined : matches.at(-1)?.pathname
}

/** True in a browser that may not have the localized paths of each language. */
const isSplit = !import.meta.env.SSR && paths !== undefined

/** Reads the links of the document. */
function readLinks(): HreflangLink[] {
  const links = document.head.querySelectorAll<HTMLLinkElement>('link[rel=canonical], link[rel=alternate][hreflang]')
  return Array.from(links, (link) => ({
    rel: link.rel as HreflangLink['rel'],
    href: link.getAttribute('href') ?? '',
    ...(link.hreflang && { hrefLang: link.hreflang }),
  }))
}

/** Returns the links of the page that is shown. Those to other languages are there when all paths are. */
function linksOf(router: AnyRouter, origin: string): HreflangLink[] {
  const path = shownPath(router)
  const links = path ? hreflangLinks(languages, path, origin) : []
  const isComplete = !isSplit || languages.locales.every((locale) => paths?.has(locale))
  return isComplete ? links : links.slice(0, 1)
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
  const [links, setLinks] = useState(() => (isSplit ? readLinks() : linksOf(router, origin)))
  useEffect(() => {
    const first = shownPath(router)
    const update = () => {
      // The Open Graph tags are those of the first page.
      if (shownPath(router) !== first) for (const tag of document.querySelectorAll('[property^=og]')) tag.remove()
      // The first page has its links, and no navigation ends before the paths of its language are there.
      if (!isSplit || paths?.has(document.documentElement.lang)) setLinks(linksOf(router, origin))
    }
    return router.subscribe('onResolved', () => afterPaint(update))
  }, [router, origin])
  return (
    <>
      {links.map((link) => (
        <link key={link.hrefLang ?? ''} {...link} />
      ))}
      {import.meta.env.SSR && links[0] && children?.(links[0].href)}
    </>
  )
}
