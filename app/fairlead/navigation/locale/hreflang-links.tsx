import { withoutBasePath } from '#fairlead/platform/base-path.ts'
import { languages } from '#fairlead/navigation/locale/locale.ts'
import type { FirstPage } from '#fairlead/navigation/locale/url-rewrite.ts'
import { splitUrl } from '#fairlead/navigation/routing-table/match/url.ts'
import { type AnyRouter, useRouter } from '@tanstack/react-router'
import { createIsomorphicFn } from '@tanstack/react-start'
import { type ReactNode, useState, useSyncExternalStore } from 'react'
import { headLinks, type HreflangLink } from '#fairlead/navigation/loading/navigation-signals.ts'
import { pageLinks, shownPath } from '#fairlead/navigation/locale/hreflang.ts'

/** The browser reads the links of the document, so before a navigation it needs no code that makes them. */
const documentLinks = createIsomorphicFn()
  .server((router: AnyRouter, baseUrl: string) => pageLinks(shownPath(router), baseUrl))
  .client((): HreflangLink[] => {
    // Alternates with a type are feeds of the application.
    const links = document.head.querySelectorAll<HTMLLinkElement>(
      '[rel=canonical], [rel=alternate][hreflang]:not([type])',
    )
    return Array.from(links, (link) => ({
      rel: link.rel as HreflangLink['rel'],
      href: link.getAttribute('href') ?? '',
      ...(link.hreflang && { hrefLang: link.hreflang }),
    }))
  })

type HreflangLinksProps = { baseUrl: string; children?: ((canonical: string) => ReactNode) | undefined }

/**
 * Renders the `canonical` and `hreflang` links of the page: the links of the document until the engine sets others.
 *
 * @param baseUrl origin and base path of this site, without a slash at its end
 * @param children other tags of a page that is found, from its canonical URL
 */
export function HreflangLinks({ baseUrl, children }: HreflangLinksProps) {
  const router = useRouter()
  const [first] = useState(() => documentLinks(router, baseUrl))
  const update = useSyncExternalStore(headLinks.subscribe, headLinks.get, headLinks.get)
  const links = update?.(baseUrl) ?? first
  return (
    <>
      {links.map((link) => (
        <link key={link.hrefLang ?? ''} {...link} />
      ))}
      {import.meta.env.SSR && links[0] && children?.(links[0].href)}
    </>
  )
}

const NAME = 'route'

/**
 * Writes the page's path in the routes into the document, if it differs from the public path: hydration does not wait
 * for the localized paths. On the server.
 */
export function RouteMeta() {
  const { href, publicHref } = useRouter().latestLocation
  if (!languages.paths) return null
  const routed = splitUrl(href).path
  return routed === splitUrl(publicHref).path ? null : <meta name={NAME} content={routed} />
}

/** Reads what `RouteMeta` has written. */
export function readFirstPage(): FirstPage | undefined {
  const routed = document.querySelector<HTMLMetaElement>(`meta[name=${NAME}]`)?.content
  return routed === undefined ? undefined : { pathname: withoutBasePath(location.pathname) ?? '/', routed }
}
