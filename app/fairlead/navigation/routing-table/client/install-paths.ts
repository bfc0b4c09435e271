import type { AnyRouter } from '@tanstack/react-router'
import { defaultLocale, languages, locales } from '#fairlead/navigation/locale/locale.ts'
import { readHost } from '#fairlead/navigation/locale/request-info.ts'
import { createUrlRewrite } from '#fairlead/navigation/locale/url-rewrite.ts'
import { splitLocale } from '#fairlead/navigation/routing-table/match/localized-url.ts'
import type { PathsOfLocale } from '#fairlead/navigation/routing-table/match/localized-paths.ts'
import { matchRouteKind } from '#fairlead/navigation/routing-table/match/route-kind.ts'
import { type NavigateOptions, type RouterDelegates, routersOnScreen } from '#fairlead/navigation/router-types.ts'

export type PathLoaders = Readonly<Partial<Record<string, () => Promise<{ readonly default: PathsOfLocale }>>>>

const installed = Promise.withResolvers<() => Promise<void>>()

/** Loads the paths of all languages, for the links of the language menu. Rejects if they do not arrive. */
export const loadAllPaths = async (): Promise<void> => (await installed.promise)()

const localeOf = (path: string): string => splitLocale({ prefixes: languages.prefixes }, path).locale ?? defaultLocale

const hasPaths = (locale: string): boolean => languages.paths?.has(locale) ?? true

/**
 * Loads the public paths of the page's language, and makes a router wait for the paths of another language before it
 * navigates there. The first page needs none: its links have the URLs from the server.
 *
 * A target without a page may have a path of another language, or a former path: then the paths of all languages are
 * loaded, and the target becomes the page that the server would redirect to. If URLs have no locale, a URL that chooses
 * another language is left to the server.
 */
export async function installPaths(router: AnyRouter, delegates: RouterDelegates, load: PathLoaders): Promise<void> {
  const isPage = (path: string) => matchRouteKind(router, path) !== null

  async function loadPaths(wanted: readonly string[]): Promise<void> {
    const missing = wanted.filter((locale) => !hasPaths(locale))
    if (missing.length === 0) return
    const tables = await Promise.all(missing.map(async (locale) => [locale, await load[locale]?.()] as const))
    for (const [locale, table] of tables) languages.paths?.add(locale, table?.default ?? {})
    const { pathname } = router.latestLocation
    // The update makes the links and the location again.
    const rewrite = createUrlRewrite(languages, readHost(), { isPage })
    for (const each of routersOnScreen({ router, delegates }))
      each.update({ ...each.options, ...(rewrite && { rewrite }) })
    // The visitor went back before the paths had arrived.
    if (router.latestLocation.pathname !== pathname) void router.load()
  }

  await loadPaths([localeOf(router.latestLocation.pathname)])

  let latest = 0
  delegates.retarget = (options, from) => {
    const id = (latest += 1)
    // A navigation builds its location like this, and follows redirects.
    const target = from.buildLocation({ ...options, _includeValidateSearch: true } as never)
    if (target.external) return options
    const inDocument: NavigateOptions = { ...options, reloadDocument: true }
    const locale = localeOf(target.pathname)
    if (languages.visitor !== undefined && locale !== languages.visitor) return inDocument
    const isFound = isPage(target.pathname)
    const wanted = isFound ? [locale] : locales
    // The router reads the public path of an `href`, but uses `to` unchanged.
    const found: NavigateOptions = isFound
      ? options
      : { ...options, to: undefined, params: undefined, search: undefined, hash: undefined, href: target.publicHref }
    if (wanted.every(hasPaths)) return found
    return loadPaths(wanted).then(
      () => (id === latest ? found : undefined),
      () => inDocument,
    )
  }
  installed.resolve(() => loadPaths(locales))
}
