import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import { createIsomorphicFn } from '@tanstack/react-start'
import { hasDomains, trailingSlash } from 'virtual:routing'
import { installPaths, urlRewrite } from 'virtual:routing/rewrite'
import { installRules } from 'virtual:routing/rules'
import type { ReactNode } from 'react'
import { stripMatchTimestamps } from '#app/server/page-cache/strip-timestamps.ts'
import { dehydrateQueries } from '#app/server/render/dehydrate-queries.ts'
import { ApplicationError } from '#app/errors/application-error.tsx'
import { maskMatchErrors, maskQueryError } from '#app/errors/mask-router-errors.ts'
import { mayRecover } from '#app/errors/public-error.ts'
import { NotFound } from '#app/errors/not-found.tsx'
import { loadMessageFiles } from '#app/locales/messages.ts'
import { createContextLoad, handleQueryError, startNavigation } from '#app/navigation/client.ts'
import { readHost } from '#app/navigation/locale/request-info.ts'
import { hydrateQueries, type QueryPayload } from '#app/navigation/loading/hydrate-queries.ts'
import { createPageHistory } from '#app/navigation/page-history.ts'
import { keepParentParse } from '#app/navigation/pathless-routes.ts'
import { PREFETCH } from '#app/navigation/prefetch/prefetch-limits.ts'
import type { RouterHooks } from '#app/navigation/router-hooks.ts'
import { onRenderEnd, patchRouter } from '#app/navigation/router-patches.ts'
import { createStream, STREAM_AFTER_MS } from '#app/navigation/loading/stream-query.ts'
import { getRequestContext, isSharedRender } from '#app/server/request-context.server.ts'
import { parseSearch, stringifySearch } from '#app/navigation/search-params.ts'
// oxlint-disable-next-line import/no-cycle -- the generated file imports this one's types
import { routeTree } from '#routeTree.gen.ts'

keepParentParse(routeTree)

/** Returns the CSP nonce of this document's scripts. The browser reads it from the document. */
const readNonce = createIsomorphicFn()
  .server((): string | undefined => getRequestContext()?.nonce)
  .client((): string | undefined => undefined)

/** Returns how long the server waits for data that a page streams. A page that all visitors share waits for all of it. */
const readStreamAfter = createIsomorphicFn()
  .server((): number | undefined => (isSharedRender() ? undefined : STREAM_AFTER_MS))
  .client((): number | undefined => undefined)

/** Creates the router and its query cache: one for each request on the server, and one for each tab in the browser. */
export function getRouter(host = hasDomains ? readHost() : undefined) {
  const rewrite = urlRewrite(host)
  const queryClient = new QueryClient({
    queryCache: new QueryCache({ onError: import.meta.env.SSR ? maskQueryError : handleQueryError }),
    defaultOptions: {
      queries: {
        staleTime: PREFETCH.freshMs,
        // A request's cache is cleared at its end; a timer for each query would keep it.
        gcTime: import.meta.env.SSR ? Number.POSITIVE_INFINITY : PREFETCH.reusableMs,
        // Once more in the browser, when a component waits. Navigations are retried by guard-routes.ts.
        retry: (failures, error) => typeof document !== 'undefined' && failures < 1 && mayRecover(error),
      },
    },
  })
  const hooks: RouterHooks = import.meta.env.SSR ? { afterLoad: [maskMatchErrors, stripMatchTimestamps] } : {}
  const page = import.meta.env.SSR ? undefined : createPageHistory()
  const nonce = readNonce()
  const load = createContextLoad(queryClient)

  const router = createRouter({
    routeTree,
    context: { queryClient, load, stream: createStream(load, readStreamAfter()) },
    caseSensitive: true,
    ...(page && { history: page.history }),
    ...(rewrite && { rewrite }),
    ...(nonce !== undefined && { ssr: { nonce } }),
    // With trailing slashes the routing table normalizes URLs: it knows the exceptions (files, /.well-known).
    trailingSlash: trailingSlash ? 'preserve' : 'never',
    parseSearch,
    stringifySearch,
    // Query holds the data and knows its age: the router calls the loaders every time, and waits for them.
    defaultPreloadStaleTime: 0,
    defaultStaleReloadMode: 'blocking',
    defaultErrorComponent: ApplicationError,
    defaultNotFoundComponent: NotFound,
    scrollRestoration: true,
    Wrap: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    ),
    ...(import.meta.env.SSR && {
      dehydrate: (): object => ({
        ...hooks.rules?.dehydrate?.(),
        query: dehydrateQueries(router, queryClient),
      }),
    }),
    hydrate: (dehydrated: object) => {
      hooks.rules?.hydrate(dehydrated)
      hydrateQueries(queryClient, (dehydrated as { query: QueryPayload }).query)
    },
  })

  const originals = patchRouter(router, hooks)
  const fetchRules = installPaths(router, hooks, installRules(router, hooks, originals))
  // That aborts what is still fetched.
  if (import.meta.env.SSR) onRenderEnd(router, () => queryClient.clear())
  if (page) {
    startNavigation({
      router,
      hooks,
      page,
      queryClient,
      mayRecover,
      configure: installRules,
      preload: loadMessageFiles,
      fetchRules,
    })
  }
  return router
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof getRouter>
  }
}
