import { useParams, useRouter } from '@tanstack/react-router'
import { hasDomains } from 'virtual:routing'
import { withBasePath } from '#fairlead/platform/base-path.ts'
import { getLocale, languages } from '#fairlead/navigation/locale/locale.ts'
import { localizeUrl } from '#fairlead/navigation/locale/locale-url.ts'
import { readHost } from '#fairlead/navigation/locale/request-info.ts'
import type { Checked, RouteUrl } from '#fairlead/navigation/routing-table/parse/route-path.ts'
import { splitUrl } from '#fairlead/navigation/routing-table/match/url.ts'
import { safeDecode } from '#fairlead/platform/http/safe-decode.ts'

/**
 * Returns the function that makes the public URL of a page in the language of the current one, where no `Link` does:
 * for the `action` of a form. It takes the path of a route without a locale, percent-encoded; any other path is a type
 * error. At hydration the browser may not have the localized paths yet, so the element needs
 * `suppressHydrationWarning`.
 *
 * @example <form action={publicUrl('/search')} suppressHydrationWarning>
 */
export function usePublicUrl(): <const Url extends string>(url: Checked<Url, RouteUrl>) => string {
  const locale = getLocale(useParams({ strict: false }))
  const host = hasDomains ? readHost() : undefined
  return (url) => {
    const { path } = splitUrl(url)
    return withBasePath(localizeUrl(languages, path, locale, host)) + url.slice(path.length)
  }
}

/** Returns a function that makes the public URL of a target of the prefetch cache, decoded for people. */
export function usePublicTarget(): (target: string) => string {
  const { options } = useRouter()
  return (target) => {
    const url = options.rewrite?.output?.({ url: new URL(target, location.origin) })
    return url instanceof URL ? safeDecode(url.pathname, decodeURI) + url.search : target
  }
}
