import { rootRouteId, useMatches, useRouter } from '@tanstack/react-router'
import type { Messages } from '#fairlead/messages/messages.ts'
import { LOCALE_ROUTE, pagePrefix } from '#fairlead/navigation/locale/locale-route.ts'
import type { RouteTo } from '#fairlead/navigation/routing-table/parse/route-path.ts'

type PageRoute<Path extends string> = [RouteTo] extends [never]
  ? string
  : Extract<RouteTo, Path | `${typeof LOCALE_ROUTE}${Path extends '/' ? '' : Path}`>

/**
 * Returns a function that makes the `to` of a link from the path of a page without languages. It is for links from the
 * library to its pages and to the home page, in any route tree.
 */
export function usePageRoute(): <const Path extends string>(path: Path) => PageRoute<Path> {
  const prefix = pagePrefix(useRouter())
  return <Path extends string>(path: Path) => ((path === '/' && prefix) || prefix + path) as PageRoute<Path>
}

type LoadedMatch = { readonly routeId?: string; readonly loaderData?: unknown }

/** Returns the messages of the shell from the match that loads them: the route of the languages, or the root. */
export function findShellMessages(matches: readonly LoadedMatch[]): Messages<'shell'>['shell'] | undefined {
  const layout = matches.findLast(({ routeId }) => routeId === LOCALE_ROUTE || routeId === rootRouteId)
  return (layout?.loaderData as Partial<Messages<'shell'>> | undefined)?.shell
}

/**
 * Returns the messages of the shell; `undefined` if they could not be loaded or the path is outside of every language.
 * They are read from the router because use-intl throws for missing messages.
 */
export function useShellMessages(): Messages<'shell'>['shell'] | undefined {
  return useMatches({ select: findShellMessages })
}
