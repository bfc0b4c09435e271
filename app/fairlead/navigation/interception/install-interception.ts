/*
 * A page that opens over the current page: how it works, and why.
 *
 * 1. A second router, with the same routes and the same query cache, has the target: its loaders, pending and error
 *    states, 404, search params and redirects work inside the dialog because they are the router's own.
 * 2. The page underneath belongs to the first router, which is not notified. So the page stays mounted, none of its
 *    loaders runs, and its scroll position and focus stay. No hidden URL, no search param.
 * 3. Both routers share one browser history. An entry that is open over a page carries that page's entry in its state.
 *    The first router's history (page-history.ts) shows it the page instead, and is silent where the page stays the same.
 * 4. The entry's URL is the target's, and its state counts only in the document that wrote it: back, forward, reload
 *    and a shared URL need no code of their own.
 * 5. All navigation ends in `commitLocation`, all prefetching in `preloadRoute`. Both are replaced (router-members.ts),
 *    so a plain link, a redirect and `navigate` are decided alike, and a prefetch fills the router that will show it.
 *    Each router commits what it shows, by its own `commitLocation`: all options of a navigation mean what they mean in
 *    a page.
 * 6. Where the second router is not meant to go, it hands the location to the first, and the dialog closes. It has the
 *    delegates of the first, except what is about one router. What renews data renews that of both.
 * 7. One second router for each page: a target kept for one page cannot be shown over another, and `context.over` tells
 *    its loaders which page that is.
 * 8. This file comes with the engine; interceptor.tsx with the first target that opens over a page.
 */
import type { ParsedLocation } from '@tanstack/react-router'
import { getInterception } from '#fairlead/navigation/interception/declare-interception.ts'
import { isWaiting } from '#fairlead/navigation/loading/navigation-signals.ts'
import { withLoadTimeout } from '#fairlead/navigation/loading/route-load-limit.ts'
import type { EngineDelegate, EngineOptions, Preload } from '#fairlead/navigation/router-types.ts'

/** The part of the code that is loaded with the first target that opens over a page. */
export interface Interceptor extends Pick<EngineDelegate, 'commit' | 'opened'> {
  readonly preloadRoute: Preload
}

export type PageRouter = Pick<EngineOptions, 'router' | 'delegates' | 'own' | 'page'>

/** Lets routes that declare an interception open over the current page. Call once, in the browser. */
export function installInterception(options: EngineOptions): Interceptor {
  const { router, page, own } = options
  const mayOpen = ({ pathname }: ParsedLocation) => getInterception(router.getMatchedRoutes(pathname)[2]) !== undefined
  let interceptor: Interceptor | undefined
  let loading: Promise<Interceptor> | undefined
  /**
   * Resolves even if the chunk cannot be loaded: the target then opens as a plain page, and the next target tries
   * again.
   */
  const load = (): Promise<Interceptor | undefined> => {
    loading ??= import('#fairlead/navigation/interception/interceptor.tsx').then(
      ({ intercept }) => (interceptor = intercept(options)),
    )
    return withLoadTimeout(loading).catch(() => (loading = undefined))
  }

  return {
    async commit(next, commit) {
      const id = (page.navigationId += 1)
      const waits = !interceptor && mayOpen(next)
      isWaiting.set(waits)
      if (waits) {
        await load()
        // The visitor has clicked elsewhere or gone back in the meantime.
        if (id !== page.navigationId) return undefined
        isWaiting.set(false)
      }
      return interceptor ? interceptor.commit(next, commit) : commit(next)
    },
    async preloadRoute(destination) {
      if (!interceptor && mayOpen(router.buildLocation(destination))) await load()
      return (interceptor ?? own).preloadRoute(destination)
    },
    opened: () => interceptor?.opened(),
  }
}
