import type { AnyRouter, ParsedLocation, RouterHistory } from '@tanstack/react-router'
import { createIsomorphicFn } from '@tanstack/react-start'
import { splitUrl } from '#app/navigation/routing-table/match/url.ts'
import { withTrailingSlash } from '#app/navigation/routing-table/match/normalize-url.ts'
import { createClientResolver } from '#app/navigation/routing-table/client/client-resolver.ts'
import {
  isSamePage,
  preservePublicUrl,
  type Rewritten,
} from '#app/navigation/routing-table/client/preserve-public-url.ts'
import type { OriginalMembers, RouterHooks } from '#app/navigation/router-patches.ts'
import { getRequestContext } from '#app/server/request-context.server.ts'
import type { PreparedTable } from '#app/navigation/routing-table/routing-types.ts'
import { readCookies } from '#app/ui/cookies.ts'

/** The private key of a location's state: which address shows the page of which. */
const KEY = '__shows'

type State = ParsedLocation['state'] & { [KEY]?: Rewritten }
type HistoryLocation = Parameters<AnyRouter['parseLocation']>[0]

/** What the router passes to `buildLocation`, as far as it tells links, navigations and checks apart. */
export type BuildOptions = {
  to?: unknown
  href?: string
  state?: unknown
  _fromLocation?: ParsedLocation
  /** Set for navigations and preloads, not for links that are only drawn. */
  _includeValidateSearch?: boolean
}

const readInternal = createIsomorphicFn()
  .server(() => getRequestContext()?.rewrittenUrl)
  .client(() => undefined)
const readHost = createIsomorphicFn()
  .server(() => getRequestContext()?.request.headers.get('host') ?? undefined)
  .client(() => window.location.host)
const requestCookies = createIsomorphicFn()
  .server(() => '')
  .client(readCookies)

/** An address up to its fragment. */
const withoutHash = (url: string) => url.split('#', 1)[0] ?? url

/** An address as the history gives it to the router. */
function historyLocation(href: string, state: object): HistoryLocation {
  const { path, query, hash } = splitUrl(href)
  return { href, pathname: path, search: query && `?${query}`, hash, state: state as HistoryLocation['state'] }
}

/**
 * Makes a router follow redirects and rewrites as the server does. Many addresses may show one page, which the router's
 * own `rewrite`, a bijection, cannot say. So both ways between addresses and locations are wrapped: a location has path
 * and search of the page that is shown, its `publicHref` is the address, and its state says which belong together.
 *
 * On the server the decision has been made before, with all that the request says; the browser is told of it when it
 * takes over the page.
 */
export function installRules(
  router: AnyRouter,
  hooks: RouterHooks,
  originals: OriginalMembers,
  table: PreparedTable,
  files: readonly string[],
  trailingSlash: boolean,
): void {
  const { parseLocation: parse, buildLocation: build } = originals
  const resolver = createClientResolver(table, files, router, readHost)
  /** What is known of addresses beside the history's state, which an edited fragment drops. */
  const answers = new Map<string, string | null>()

  const withState = (location: ParsedLocation, rewritten: Rewritten | undefined): ParsedLocation => {
    const { [KEY]: _, ...state } = location.state as State
    return { ...location, state: (rewritten ? { ...state, [KEY]: rewritten } : state) as ParsedLocation['state'] }
  }
  const rewrittenOf = (location: ParsedLocation) => (location.state as State)[KEY]

  /** The location that shows, at one address, the page of another. */
  const showAt = (url: string, internal: string, like: ParsedLocation): ParsedLocation => {
    const shown = withoutHash(url)
    const page = withoutHash(internal)
    const location = parse(historyLocation(page + url.slice(shown.length), like.state))
    return withState({ ...location, publicHref: url }, [shown, page])
  }
  const own = (url: string, like: ParsedLocation): ParsedLocation =>
    url === like.publicHref ? like : { ...parse(historyLocation(url, like.state)), publicHref: url }
  const inDocument = (url: string, like: ParsedLocation) => ({ ...like, publicHref: url, external: true })

  const inOneSpelling = (url: string) => {
    const { path } = splitUrl(url)
    return trailingSlash ? withTrailingSlash(path, true) + url.slice(path.length) : url
  }

  const parseLocation = (location: HistoryLocation, previous?: ParsedLocation): ParsedLocation => {
    const parsed = parse(location, previous)
    if (parsed.maskedLocation) return parsed
    const shown = withoutHash(location.href)
    const [of, known] = (location.state as State)[KEY] ?? []
    const internal = (of === shown ? known : undefined) ?? readInternal() ?? answers.get(shown)
    if (internal === undefined || internal === null) return of === undefined ? parsed : withState(parsed, undefined)
    answers.set(shown, internal)
    const inside = parse(historyLocation(internal + location.hash, location.state), previous)
    return withState({ ...inside, publicHref: parsed.publicHref }, [shown, internal])
  }

  const buildLocation = (options: BuildOptions): ParsedLocation => {
    const inherited = build(options)
    if (inherited.maskedLocation || inherited.external) return inherited
    const from = (options._fromLocation ?? router._pendingLocation ?? router.latestLocation) as ParsedLocation
    const here = rewrittenOf(from)
    // The router checks whether the address it is at is spelt as it would spell it.
    if (options.state === true && options.to === from.pathname) {
      return here ? { ...inherited, publicHref: from.publicHref } : inherited
    }

    const built = withState(inherited, undefined)
    const navigates = options._includeValidateSearch === true
    if (here && !options.href && (!options.to || options.to === '.')) {
      const kept = preservePublicUrl({ built, from, here, router, table })
      if (kept?.type === 'shown') return withState({ ...built, publicHref: kept.url }, here)
      if (kept?.type === 'candidate') {
        const location = resolveTo(kept.url, built, navigates)
        if (location.external || isSamePage(location, built)) return location
      }
    }
    return resolveTo(inOneSpelling(built.publicHref), built, navigates)
  }

  const resolveTo = (url: string, built: ParsedLocation, navigates: boolean): ParsedLocation => {
    if (navigates) {
      const verdict = resolver.follow(url, requestCookies())
      if (verdict.type === 'document') return inDocument(verdict.url, built)
      return verdict.type === 'shows' ? showAt(verdict.url, verdict.internal, built) : own(verdict.url, built)
    }
    const internal = resolver.show(withoutHash(url))
    return internal ? showAt(url, internal, built) : own(url, built)
  }

  hooks.rules = {
    parseLocation,
    buildLocation,
    dehydrate: () => ({ rewritten: readInternal() ?? null }),
    hydrate({ rewritten: internal = null }: { rewritten?: string | null }) {
      const { href, state } = (router.history as RouterHistory).location
      const shown = withoutHash(href)
      answers.set(shown, internal)
      const { [KEY]: before, ...rest } = state as State
      if (internal === null && before === undefined) return
      // The router's own `replace` would make a new key, and with it lose where the page was scrolled to.
      window.history.replaceState(internal === null ? rest : { ...rest, [KEY]: [shown, internal] }, '')
    },
  }
}
