import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type AnyRoute, createRouter } from '@tanstack/react-router'
import { createIsomorphicFn } from '@tanstack/react-start'
import { hasDomains, trailingSlash } from 'virtual:routing'
import { installPaths, urlRewrite } from 'virtual:routing/rewrite'
import { installRules } from 'virtual:routing/rules'
import { serverRoutes } from 'virtual:server-routes'
import type { ReactNode } from 'react'
import { createContextLoad, handleQueryError, installEngine } from '#fairlead/navigation/engine.ts'
import { readHost } from '#fairlead/navigation/locale/request-info.ts'
import {
  createStream,
  hydrateQueries,
  type QueryPayload,
  STREAM_AFTER_MS,
} from '#fairlead/navigation/loading/document-queries.ts'
import { messagesArrived } from '#fairlead/messages/document-messages.ts'
import { encodeLocation } from '#fairlead/navigation/encode-location.ts'
import { createPageHistory } from '#fairlead/navigation/page-history.ts'
import { PREFETCH } from '#fairlead/navigation/prefetch/prefetch-limits.ts'
import { addServerRoutes } from '#fairlead/navigation/server-routes.ts'
import type { AppRouterOptions, RouterDelegates } from '#fairlead/navigation/router-types.ts'
import {
  guardRoute,
  linkBelowBasePath,
  onRenderEnd,
  prepareRoutes,
  replaceErrorBoundary,
  replaceLoad,
  replaceLocations,
  replaceNavigation,
} from '#fairlead/navigation/router-members.ts'
import { parseSearch, stringifySearch } from '#fairlead/navigation/search-params.ts'
import { getRequestContext, isSharedRender } from '#fairlead/platform/request-context.server.ts'

// This comes before the first call of a server function.
encodeLocation()

const readNonce = createIsomorphicFn()
  .server((): string | undefined => getRequestContext()?.nonce)
  .client((): string | undefined => undefined)

/** A page that all visitors share waits for all of its data. */
const readStreamAfter = createIsomorphicFn()
  .server((): number | undefined => (isSharedRender() ? undefined : STREAM_AFTER_MS))
  .client((): number | undefined => undefined)

/** Creates a router and its query cache: one for each request on the server, and one for each tab in the browser. */
export function createAppRouter<TRouteTree extends AnyRoute>(options: AppRouterOptions<TRouteTree>) {
  const { routeTree, document: routerDocument, host = hasDomains ? readHost() : undefined } = options
  prepareRoutes(routeTree)
  if (!import.meta.env.SSR) addServerRoutes(routeTree, serverRoutes)
  const rewrite = urlRewrite(host)
  const queryClient = new QueryClient({
    queryCache: new QueryCache({ onError: import.meta.env.SSR ? routerDocument.onQueryError : handleQueryError }),
    defaultOptions: {
      queries: {
        staleTime: PREFETCH.freshMs,
        // A request's cache is cleared at the end of the request; a timer for each query would keep it alive.
        gcTime: import.meta.env.SSR ? Number.POSITIVE_INFINITY : PREFETCH.reusableMs,
        // A query is retried once in the browser, if a component waits. The guards retry navigations.
        retry: (failures, error) => typeof document !== 'undefined' && failures < 1 && routerDocument.mayRecover(error),
      },
    },
  })
  const delegates: RouterDelegates = {}
  const page = import.meta.env.SSR ? undefined : createPageHistory()
  const nonce = readNonce()
  const load = createContextLoad(queryClient)
  type Options = Parameters<typeof createRouter<TRouteTree, 'never' | 'preserve'>>[0]
  const router = createRouter<TRouteTree, 'never' | 'preserve'>({
    routeTree,
    context: { queryClient, load, stream: createStream(load, readStreamAfter()) },
    caseSensitive: true,
    // The server does not know the page behind a masked URL, and renders the page of the URL.
    unmaskOnReload: true,
    ...(page && { history: page.history }),
    ...(rewrite && { rewrite }),
    ...(nonce !== undefined && { ssr: { nonce } }),
    // The routing table normalizes URLs with trailing slashes: it knows the exceptions (files, /.well-known).
    trailingSlash: trailingSlash ? 'preserve' : 'never',
    parseSearch,
    stringifySearch,
    // Query holds the data and knows its age, so the router calls the loaders every time and waits for them.
    defaultPreload: options.defaultPreload,
    defaultPreloadStaleTime: 0,
    defaultStaleReloadMode: 'blocking',
    defaultErrorComponent: options.errorComponent,
    defaultNotFoundComponent: options.notFoundComponent,
    scrollRestoration: true,
    Wrap: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    ),
    ...(import.meta.env.SSR && {
      dehydrate: (): object => ({
        ...delegates.rules?.dehydrate?.(),
        query: routerDocument.dehydrate(router, queryClient),
      }),
    }),
    hydrate: async (dehydrated: object) => {
      delegates.rules?.hydrate(dehydrated)
      hydrateQueries(queryClient, (dehydrated as { query: QueryPayload }).query)
      await messagesArrived()
    },
    // The type of `context` depends on the route tree, which is not known here.
  } as unknown as Options)

  const fetchRules = installRules(router, delegates, replaceLocations(router, delegates))
  if (import.meta.env.SSR) {
    replaceLoad(router, [...routerDocument.afterLoad, linkBelowBasePath])
    // Clearing the cache aborts the queries that are still running.
    onRenderEnd(router, () => queryClient.clear())
  }
  if (page) {
    for (const route of Object.values<AnyRoute>(router.routesById)) guardRoute(route, delegates)
    replaceErrorBoundary(routerDocument.isErrorInDocument)
    installEngine({
      router,
      delegates,
      own: replaceNavigation(router, delegates),
      page,
      queryClient,
      mayRecover: routerDocument.mayRecover,
      fetchRouting: installPaths(router, delegates, fetchRules),
    })
  }
  return router
}
