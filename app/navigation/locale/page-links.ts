import type { AnyRouter } from '@tanstack/react-router'
import { paths } from 'virtual:routing/paths'
import { isNotFound, type Match } from '#app/navigation/loading/is-not-found.ts'
import { hreflangLinks, type HreflangLink } from '#app/navigation/locale/hreflang.ts'
import { languages } from '#app/navigation/locale/locale.ts'

/** The path of the page that is shown; none for a page that is not found. */
export function shownPath(router: AnyRouter): string | undefined {
  const matches: (Match & { pathname: string })[] = router.stores.matches.get()
  return matches.some(isNotFound) ? undefined : matches.at(-1)?.pathname
}

/**
 * Returns the `canonical` and `hreflang` links of a page. Those to other languages are left out in a browser that has not
 * the localized paths of each.
 *
 * @param path of the routes; `undefined` for a page that is not found, which has no links
 * @param origin of this site, without a slash at its end
 */
export function pageLinks(path: string | undefined, origin: string): HreflangLink[] {
  const links = path === undefined ? [] : hreflangLinks(languages, path, origin)
  const split = import.meta.env.SSR ? undefined : paths
  return split && !languages.locales.every((locale) => split.has(locale)) ? links.slice(0, 1) : links
}
