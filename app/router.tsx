import { QueryClient } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import { setupRouterSsrQueryIntegration } from '@tanstack/react-router-ssr-query'
import { ApplicationError } from '#app/errors/application-error.tsx'
import { NotFound } from '#app/errors/not-found.tsx'
import { installInterception } from '#app/navigation/interception/install.ts'
import { stringifySearch } from '#app/navigation/search.ts'
import { routeTree } from '#routeTree.gen.ts'

/** One router and one cache for each request on the server, and for each tab in the browser. */
export function getRouter() {
  const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: 30_000, gcTime: 300_000 } } })

  const router = createRouter({
    routeTree,
    context: { queryClient },
    caseSensitive: true,
    stringifySearch,
    defaultPreload: 'intent',
    // Query holds the data and knows its age; the router asks it every time.
    defaultPreloadStaleTime: 0,
    defaultErrorComponent: ApplicationError,
    defaultNotFoundComponent: NotFound,
    scrollRestoration: true,
  })

  installInterception(router)
  // handleRedirects would let a prefetch that meets a redirect move the page.
  setupRouterSsrQueryIntegration({ router, queryClient, handleRedirects: false })
  return router
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof getRouter>
  }
}
