import { useRouter } from '@tanstack/react-router'
import { languages } from '#app/navigation/locale/locale.ts'
import type { FirstPage } from '#app/navigation/locale/url-rewrite.ts'
import { splitUrl } from '#app/navigation/routing-table/match/split-url.ts'

const NAME = 'route'

/**
 * Tells the browser the path that the routes have for the page, where that is not its public one: hydration does not wait
 * for the localized paths. On the server.
 */
export function RouteMeta() {
  const { href, publicHref } = useRouter().latestLocation
  if (!languages.paths) return null
  const routed = splitUrl(href).path
  return routed === splitUrl(publicHref).path ? null : <meta name={NAME} content={routed} />
}

/** Reads what `RouteMeta` tells of the document. */
export function readFirstPage(): FirstPage | undefined {
  const routed = document.querySelector<HTMLMetaElement>(`meta[name=${NAME}]`)?.content
  return routed === undefined ? undefined : { pathname: location.pathname, routed }
}
