import { type AnyRouter, deepEqual, type ParsedLocation, type RouterHistory } from '@tanstack/react-router'
import { createIsomorphicFn } from '@tanstack/react-start'
import { trailingSlash } from 'virtual:routing'
import { readHost } from '#fairlead/navigation/locale/request-info.ts'
import { splitUrl, withoutHash, withTrailingSlash } from '#fairlead/navigation/routing-table/match/url.ts'
import { toRoutedPath } from '#fairlead/navigation/locale/locale.ts'
import { createClientResolver } from '#fairlead/navigation/routing-table/client/client-resolver.ts'
import type { LocationMembers, RouterDelegates } from '#fairlead/navigation/router-types.ts'
import { getRequestContext } from '#fairlead/platform/request-context.server.ts'
import type { CompiledTable } from '#fairlead/navigation/routing-table/match/compile-table.ts'
import { readCookies } from '#fairlead/platform/cookies.ts'
import { joinPrefix } from '#fairlead/navigation/routing-table/match/localized-url.ts'

/** The public URL and the URL that it is rewritten to, both without fragment. */
type Rewritten = readonly [shown: string, internal: string]

/** The key of a location's state under which its rewrite is stored. */
const KEY = '__shows'

type State = ParsedLocation['state'] & { [KEY]?: Rewritten }
type HistoryLocation = Parameters<AnyRouter['parseLocation']>[0]

export type BuildOptions = {
  to?: unknown
  href?: string
  state?: unknown
  _fromLocation?: ParsedLocation
  /** Set for navigations and preloads, not for links that are only rendered. */
  _includeValidateSearch?: boolean
}

const readInternal = createIsomorphicFn()
  .server(() => getRequestContext()?.rewrittenUrl)
  .client(() => undefined)
const requestCookies = createIsomorphicFn()
  .server(() => '')
  .client(readCookies)

/** Returns a URL with the path of the routes: the browser may not have the localized paths yet. */
function toRouted(url: string | null | undefined): string | null {
  if (url === null || url === undefined) return null
  const { path } = splitUrl(url)
  return toRoutedPath(path, readHost()) + url.slice(path.length)
}

/** Returns a URL in the form in which the history gives it to the router. */
function historyLocation(href: string, state: object): HistoryLocation {
  const { path, query, hash } = splitUrl(href)
  return { href, pathname: path, search: query && `?${query}`, hash, state: state as HistoryLocation['state'] }
}

/**
 * Makes a router follow redirects and rewrites like the server. Many URLs may show one page, which the router's
 * `rewrite`, a bijection, cannot express. So a location has the path and search of the page that is shown, its
 * `publicHref` is the public URL, and its state holds both. On the server the middleware has decided, with the whole
 * request; the browser gets the decision with the dehydrated router.
 *
 * @param table from `compileClientTable`
 * @param files public files that rules may reach, as paths
 */
export function installTable(
  router: AnyRouter,
  delegates: RouterDelegates,
  withoutRules: LocationMembers,
  table: CompiledTable,
  files: readonly string[],
): void {
  const { parseLocation: parse, buildLocation: build } = withoutRules
  const resolver = createClientResolver(table, files, router, readHost)
  /**
   * Rewrites by public URL. They are kept here as well as in the history's state, which is lost when a fragment is
   * edited.
   */
  const rewrites = new Map<string, string | null>()

  const withState = (location: ParsedLocation, rewritten: Rewritten | undefined): ParsedLocation => {
    const { [KEY]: _, ...state } = location.state as State
    return { ...location, state: (rewritten ? { ...state, [KEY]: rewritten } : state) as ParsedLocation['state'] }
  }

  /** Returns the location that shows the page of another URL at a URL. */
  const withPublicUrl = (url: string, internal: string, like: ParsedLocation): ParsedLocation => {
    const shown = withoutHash(url)
    const page = withoutHash(internal)
    const location = parse(historyLocation(page + url.slice(shown.length), like.state))
    return withState({ ...location, publicHref: url }, [shown, page])
  }

  const canonical = (url: string) => {
    const { path } = splitUrl(url)
    return trailingSlash ? withTrailingSlash(path, true) + url.slice(path.length) : url
  }

  const parseLocation = (location: HistoryLocation, previous?: ParsedLocation): ParsedLocation => {
    const parsed = parse(location, previous)
    if (parsed.maskedLocation) return parsed
    const shown = withoutHash(location.href)
    const [of, known] = (location.state as State)[KEY] ?? []
    const internal = (of === shown ? known : undefined) ?? readInternal() ?? rewrites.get(shown)
    if (internal === undefined || internal === null) return of === undefined ? parsed : withState(parsed, undefined)
    rewrites.set(shown, internal)
    const inside = parse(historyLocation(internal + location.hash, location.state), previous)
    return withState({ ...inside, publicHref: parsed.publicHref }, [shown, internal])
  }

  const buildLocation = (options: BuildOptions): ParsedLocation => {
    const inherited = build(options)
    if (inherited.maskedLocation || inherited.external) return inherited
    const from = (options._fromLocation ?? router._pendingLocation ?? router.latestLocation) as ParsedLocation
    const here = (from.state as State)[KEY]
    // The router compares its current URL with the canonical one.
    if (options.state === true && options.to === from.pathname) {
      return here ? { ...inherited, publicHref: from.publicHref } : inherited
    }

    const built = withState(inherited, undefined)
    const navigates = options._includeValidateSearch === true
    if (here && !options.href && (!options.to || options.to === '.')) {
      const hash = built.hash ? `#${built.hash}` : ''
      // Apart from the fragment it is the same page.
      if (built.pathname === from.pathname && built.searchStr === from.searchStr)
        return withState({ ...built, publicHref: here[0] + hash }, here)
      const source = sourceOf(here[0], built, from)
      const location = source !== undefined && resolveTo(source + hash, built, navigates)
      if (location && (location.external || isSamePage(location, built))) return location
    }
    return resolveTo(canonical(built.publicHref), built, navigates)
  }

  const resolveTo = (url: string, built: ParsedLocation, navigates: boolean): ParsedLocation => {
    const resolution = navigates ? resolver.follow(url, requestCookies()) : resolver.show(url)
    if (resolution.type === 'rewritten') return withPublicUrl(resolution.url, resolution.internal, built)
    if (resolution.type === 'document' && navigates) return { ...built, publicHref: resolution.url, external: true }
    const { url: shown } = resolution
    return shown === built.publicHref ? built : { ...parse(historyLocation(shown, built.state)), publicHref: shown }
  }

  /**
   * Returns the public URL, without fragment, of a location that was built relative to a rewritten page (`to: '.'`,
   * another search or language): the source of the rewrite with the changes. Undefined if the location is another page.
   */
  const sourceOf = (shown: string, built: ParsedLocation, from: ParsedLocation): string | undefined => {
    const read = (path: string) => table.readAddress(path, undefined)
    const to = read(built.pathname)
    if (to.pathWithoutLocale !== read(from.pathname).pathWithoutLocale) return undefined
    const { path, query } = splitUrl(shown)
    const visitors = router.options.parseSearch(query)
    const internal: Record<string, unknown> = from.search
    const isOfRule = ([key, value]: [string, unknown]) =>
      deepEqual(value, internal[key]) && !deepEqual(value, visitors[key])
    const search = Object.entries<unknown>(built.search).filter((entry) => !isOfRule(entry))
    return (
      joinPrefix(to.prefix, read(path).pathWithoutLocale) + router.options.stringifySearch(Object.fromEntries(search))
    )
  }

  delegates.rules = {
    parseLocation,
    buildLocation,
    dehydrate: import.meta.env.SSR ? () => ({ rewritten: toRouted(readInternal()) }) : undefined,
    hydrate({ rewritten: internal = null }: { rewritten?: string | null }) {
      const { href, state } = (router.history as RouterHistory).location
      const shown = withoutHash(href)
      rewrites.set(shown, internal)
      const { [KEY]: before, ...rest } = state as State
      if (internal === null && before === undefined) return
      // The router's `replace` would make a new key, and lose the scroll position of the page.
      window.history.replaceState(internal === null ? rest : { ...rest, [KEY]: [shown, internal] }, '')
    },
  }
}

/** True if two locations have the same path and the same search params, in any order. */
export function isSamePage(a: ParsedLocation, b: ParsedLocation): boolean {
  return a.pathname === b.pathname && deepEqual(a.search, b.search)
}
