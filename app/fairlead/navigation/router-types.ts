import type { QueryCache, QueryClient } from '@tanstack/react-query'
import type {
  AnyRoute,
  AnyRouteMatch,
  AnyRouter,
  ErrorRouteComponent,
  HistoryLocation,
  NotFoundRouteComponent,
  ParsedLocation,
} from '@tanstack/react-router'
import type { QueryPayload } from '#fairlead/navigation/loading/document-queries.ts'
import type { PageHistory } from '#fairlead/navigation/page-history.ts'
import type { PreloadOption } from '#fairlead/navigation/prefetch/preload-option.ts'

/** A location or a target before it is built. The routes decide which fields make sense together. */
export type Destination = Record<string, unknown>
export type BuildLocation = (destination: Destination) => ParsedLocation
export type ParseLocation = (location: HistoryLocation, previous?: ParsedLocation) => ParsedLocation
export type CommitLocation = AnyRouter['commitLocation']
export type Preload = (destination: Destination) => Promise<object[] | undefined>

export type NavigateOptions = Destination & {
  readonly reloadDocument?: boolean
  readonly href?: string
  /** The path of the page that called the server function which redirects. */
  readonly calledFrom?: string
}

/** The result of a wait before a navigation: `document` leaves the navigation to the browser. */
export type GateDecision = 'open' | 'superseded' | 'document'

/**
 * The functions to which the replaced members of a router delegate. They are looked up at each call, because they arrive
 * after the router, or after the page.
 */
export interface RouterDelegates {
  /** Redirects and rewrites; absent without a table, or until it has arrived. */
  rules?: LocationMembers & {
    /** Server: the decision on the first URL, for the browser. */
    readonly dehydrate: (() => object) | undefined
    readonly hydrate: (dehydrated: object) => void
  }
  /**
   * Browser: the wait for the engine and the redirects, or for the network if a document is requested; undefined if
   * there is no wait.
   */
  gate?: (isDocument: boolean) => Promise<GateDecision> | undefined
  /**
   * Browser: the options of a router's navigation by the public path of its target; `undefined` if it is superseded.
   */
  retarget?: (options: NavigateOptions, router: AnyRouter) => NavigateOptions | Promise<NavigateOptions | undefined>
  /** Browser: the engine. Until it has arrived, the router works without it. */
  engine?: EngineDelegate
}

/** The functions by which the engine takes part in navigations. */
export interface EngineDelegate {
  /** True if the current history entry belongs to a navigation that has not ended. */
  readonly replacesEntry: () => boolean
  /** Commits a location as a page, or opens it over the page. */
  readonly commit: (next: Parameters<CommitLocation>[0], commit: CommitLocation) => Promise<void>
  /** Returns the router of the target that is open over the page, and its own members. */
  readonly opened: () => { readonly router: AnyRouter; readonly own: EngineMembers } | undefined
  /** Preloads through the prefetch queue. */
  readonly preload: Preload
  /** Renews the data of all that is on the screen. */
  readonly invalidate: RouterMembers['invalidate']
  /** Completes the matches that are about to be shown. Returns false if the page on the screen stays. */
  readonly beforeMatches: (matches: AnyRouteMatch[]) => boolean
  /** The guards around the loading of a route. */
  readonly guards: RouteGuards
  /** Registers another router's navigations with the prefetch queue. */
  readonly follow: (router: AnyRouter) => void
  /** True, once for each new build, when a navigation has to load the document. */
  readonly isOutdated: () => boolean
}

/** A `loader` or a `beforeLoad`. */
export type LoadFunction = (context: LoadFunctionContext) => unknown

export interface LoadFunctionContext {
  readonly abortController: AbortController
  readonly location: Pick<ParsedLocation, 'pathname' | 'searchStr'>
  readonly preload: boolean
}

/** A component that drops `preload` once it has arrived. */
export type PreloadableComponent = { preload?: () => Promise<void> }

export interface RouteGuards {
  readonly load: (load: LoadFunction, context: LoadFunctionContext) => unknown
  /** Replaces `beforeLoad` with a promise that never settles, for a route that this document may not show. */
  readonly before: (route: AnyRoute, context: LoadFunctionContext) => Promise<never> | undefined
  readonly preload: (preload: () => Promise<void>, component: PreloadableComponent) => Promise<void>
}

/** Members of a router, with targets that are not checked against its routes. */
export interface RouterMembers {
  getMatchedRoutes: AnyRouter['getMatchedRoutes']
  parseLocation: ParseLocation
  buildLocation: BuildLocation
  commitLocation: CommitLocation
  preloadRoute: Preload
  navigate: (options: NavigateOptions) => Promise<void>
  invalidate: (options?: object) => Promise<void>
}

export type LocationMembers = Readonly<Pick<RouterMembers, 'buildLocation' | 'parseLocation'>>

export type EngineMembers = Readonly<Pick<RouterMembers, 'invalidate' | 'preloadRoute'>>

export interface EngineOptions {
  readonly router: AnyRouter
  readonly delegates: RouterDelegates
  /** The members of the router that the engine replaces. */
  readonly own: EngineMembers
  readonly page: PageHistory
  readonly queryClient: QueryClient
  /** True for failures that a second attempt may avoid. */
  readonly mayRecover: (thrown: unknown) => boolean
  /** Fetches redirects and public paths that were not part of the page, and rejects if they do not arrive. */
  readonly fetchRouting: (() => Promise<void>) | undefined
}

/** Returns the routers on the screen: the page's router, and the router of the target that is open over it. */
export function routersOnScreen({ router, delegates }: Pick<EngineOptions, 'router' | 'delegates'>): AnyRouter[] {
  const opened = delegates.engine?.opened()
  return opened ? [router, opened.router] : [router]
}

/** The part of a router for errors and documents, neither of which the navigation layer imports. */
export interface RouterDocument {
  /** Server: changes the matches between their load and the document, in order. */
  readonly afterLoad: readonly ((router: AnyRouter) => void)[]
  /** Server: the queries of the document. */
  readonly dehydrate: (router: AnyRouter, queryClient: QueryClient) => QueryPayload
  /** Server: masks the failure of a query. */
  readonly onQueryError: NonNullable<QueryCache['config']['onError']>
  readonly mayRecover: (thrown: unknown) => boolean
  /** Browser: true for an error whose page was in the document. */
  readonly isErrorInDocument: (error: unknown) => boolean
}

export interface AppRouterOptions<TRouteTree extends AnyRoute> {
  readonly routeTree: TRouteTree
  readonly document: RouterDocument
  readonly errorComponent: ErrorRouteComponent
  readonly notFoundComponent: NotFoundRouteComponent
  /** When links without `preload` fetch their pages. Default: at intent, and their code in view where nothing can hover. */
  readonly defaultPreload?: PreloadOption
  /** Decides the language where the routing table has domains. Default: the host of the request, or of the page. */
  readonly host?: string | undefined
}
