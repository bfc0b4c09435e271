import { QueryClient } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import { setupRouterSsrQueryIntegration } from '@tanstack/react-router-ssr-query'
import { domains, trailingSlash } from 'virtual:routing'
import { domainRewrite } from 'virtual:routing/domains'
import { installRules } from 'virtual:routing/rules'
import { stripTimestamps } from '#app/server/page-cache/strip-timestamps.ts'
import { ApplicationError } from '#app/errors/application-error.tsx'
import { installErrorMasking, readNonce } from '#app/errors/install-error-masking.ts'
import { showLateNotFoundIn } from '#app/errors/late-not-found.ts'
import { mayRecover } from '#app/errors/may-recover.ts'
import { NotFound } from '#app/errors/not-found.tsx'
import { createNavigation } from '#app/navigation/client.ts'
import { installInterception } from '#app/navigation/interception/install-interception.ts'
import { readHost } from '#app/navigation/locale/request-info.ts'
import { installQueryInTo } from '#app/navigation/query-in-to.ts'
import { PREFETCH } from '#app/navigation/prefetch/prefetch-limits.ts'
import { keepSpaceAtEnd } from '#app/navigation/whole-path.ts'
import { parseSearch, stringifySearch } from '#app/navigation/search-params.ts'
// oxlint-disable-next-line import/no-cycle -- the generated file imports this one's types
import { routeTree } from '#routeTree.gen.ts'

/** One router and one cache for each request on the server, and for each tab in the browser. */
export function getRouter(host = domains.length > 0 ? readHost() : undefined) {
  const rewrite = domainRewrite(host)
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: PREFETCH.freshMs,
        gcTime: PREFETCH.reusableMs,
        // In the browser once more, where it is a component that waits. A navigation has its own way, see guard-routes.ts.
        retry: (failures, error) => typeof document !== 'undefined' && failures < 1 && mayRecover(error),
      },
      // What a query failed with is masked as every error is.
      dehydrate: { shouldRedactErrors: () => false },
    },
  })
  const navigation = createNavigation(queryClient, mayRecover)

  const nonce = readNonce()

  const router = createRouter({
    routeTree,
    context: { queryClient, load: navigation.load },
    caseSensitive: true,
    ...(rewrite && { rewrite }),
    ...(nonce !== undefined && { ssr: { nonce } }),
    // Without slashes the router spells addresses itself; with them the rules do, which know where none belongs.
    trailingSlash: trailingSlash ? 'preserve' : 'never',
    parseSearch,
    stringifySearch,
    // Query holds the data and knows its age: the router asks the loaders every time, and waits for them.
    defaultPreloadStaleTime: 0,
    defaultStaleReloadMode: 'blocking',
    defaultErrorComponent: ApplicationError,
    defaultNotFoundComponent: NotFound,
    scrollRestoration: true,
  })

  keepSpaceAtEnd(router)
  installErrorMasking(router, queryClient)
  installQueryInTo(router)
  installInterception(router, installRules)
  const fetchRules = installRules(router)
  // handleRedirects would let a prefetch that meets a redirect move the page.
  setupRouterSsrQueryIntegration({ router, queryClient, handleRedirects: false })
  stripTimestamps(router)
  showLateNotFoundIn(router)
  navigation.start(router, fetchRules)
  return router
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof getRouter>
  }
}
