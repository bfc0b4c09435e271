import { type AnyRouter, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { isNotFound, type Match } from '#app/navigation/loading/is-not-found.ts'
import { hreflangLinks } from '#app/navigation/locale/hreflang.ts'
import { languages } from '#app/navigation/locale/locale.ts'
import { afterPaint } from '#app/ui/after-paint.ts'

/** The path of the page that is shown; none for a page that is not found. */
function shownPath(router: AnyRouter): string | undefined {
  const matches: (Match & { pathname: string })[] = router.stores.matches.get()
  return matches.some(isNotFound) ? undefined : matches.at(-1)?.pathname
}

/**
 * The `canonical` and `hreflang` links of the page, for its head. Crawlers load documents, so after a client-side
 * navigation the links are updated once the new page is painted.
 *
 * @param origin of this site, without a slash at its end
 */
export function HreflangLinks({ origin }: { origin: string }) {
  const router = useRouter()
  const [path, setPath] = useState(() => shownPath(router))
  useEffect(() => router.subscribe('onResolved', () => afterPaint(() => setPath(shownPath(router)))), [router])
  return path && hreflangLinks(languages, path, origin).map((link) => <link key={link.hrefLang ?? ''} {...link} />)
}
