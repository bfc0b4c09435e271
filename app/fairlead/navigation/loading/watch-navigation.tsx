import type { AnyRoute, AnyRouteMatch, AnyRouter, RouterHistory } from '@tanstack/react-router'
import { isRedirect } from '@tanstack/react-router'
import { hasSources, sourcesOfRoutes } from '#fairlead/platform/http/csp-sources.ts'
import { readBuildId, tabStorage, watchVersionSkew } from '#fairlead/navigation/loading/version-skew.ts'
import { STALE_SERVER_FN_HEADER, StaleServerFnError } from '#fairlead/navigation/loading/server-function-response.ts'
import { connect, isOffline } from '#fairlead/navigation/loading/connection.ts'
import { isNetworkError } from '#fairlead/navigation/loading/route-load-limit.ts'
import { keepScrollPosition, keepScrollPositionInCache } from '#fairlead/navigation/loading/keep-scroll-position.ts'
import { routeFailure, versionSkewNotice } from '#fairlead/navigation/loading/navigation-signals.ts'
import { restoreForm } from '#fairlead/navigation/loading/form-snapshot.ts'
import { VersionSkewNotice } from '#fairlead/navigation/loading/version-skew-notice.tsx'
import {
  createChunkTimeout,
  hasRouteChunks,
  loadRouteChunks,
  RouteChunkError,
} from '#fairlead/navigation/loading/route-chunks.ts'
import type { NavigationLog } from '#fairlead/navigation/prefetch/navigation-log.ts'
import type { RequestObserver } from '#fairlead/navigation/prefetch/prefetch-requests.ts'
import {
  type EngineDelegate,
  type LoadFunction,
  type LoadFunctionContext,
  type EngineOptions,
  type RouteGuards,
  routersOnScreen,
} from '#fairlead/navigation/router-types.ts'
import { type LocationLike, prefetchKey } from '#fairlead/navigation/prefetch/prefetch-key.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /**
     * Shows the `pendingComponent` even if only search params change. By default the page stays, with the visitor's
     * input.
     */
    pendingOnSearch?: boolean
  }
}

/**
 * Returns the test for navigations that replace the current history entry: an entry that was added by a navigation
 * which has not ended. The visitor never saw its page, so back must lead to the page before it. Older entries stay.
 */
function watchPendingEntry({ router, page }: EngineOptions): () => boolean {
  let isNew = false
  // A target that opens over the page has loaded when `onResolved` is emitted, just like a page.
  const isPending = () => router.stores.status.get() === 'pending' || page.background !== undefined
  page.browser.subscribe(({ action }) => {
    if (action.type !== 'REPLACE') isNew = action.type === 'PUSH' && isPending()
  })
  router.subscribe('onResolved', () => {
    isNew = false
  })
  return () => isNew && isPending()
}

/**
 * True if the page on the screen stays although a match is pending: while the server is out of reach, and while only
 * the search params of the page change, unless the route wants its `pendingComponent` in that case.
 */
function keepsPage(router: AnyRouter, matches: readonly AnyRouteMatch[]): boolean {
  const { stores, latestLocation, routesById } = router
  const hasEnded = ({ status, _notFound }: AnyRouteMatch) => status !== 'success' || _notFound
  const pending: { status: string; routeId: string } | undefined = matches.find(hasEnded)
  const shown = stores.resolvedLocation.get()
  const presented: AnyRouteMatch[] = stores.matches.get()
  if (pending?.status !== 'pending' || !shown || presented.some(({ status }) => status === 'pending')) return false
  const { staticData } = (routesById as Record<string, AnyRoute>)[pending.routeId]?.options ?? {}
  return isOffline.get() || (shown.pathname === latestLocation.pathname && !staticData?.pendingOnSearch)
}

/**
 * Gives pending matches the title of the current page. Their `head()` has not run, and by default the router would show
 * the title of the layout above. The matches are copies that the router made for this.
 */
function keepTitleWhilePending(matches: AnyRouteMatch[]): void {
  for (const match of matches) {
    if (match.status === 'pending') match.meta ??= [{ title: document.title }]
  }
}

/**
 * Completes the matches that a router is about to show. Returns false if the page on the screen stays.
 *
 * @param leave called before another page is on the screen
 */
export function beforeMatches(router: AnyRouter, matches: AnyRouteMatch[], leave?: () => void): boolean {
  if (keepsPage(router, matches)) return false
  leave?.()
  keepTitleWhilePending(matches)
  return true
}

/**
 * Guards the loaders of the tab's router, applies the time limit on a route's code, and requests a document if there is
 * a new build. When a load begins, the history is already at the target, so a reload navigates to it. `onResponse`
 * observes the responses to calls of server functions.
 */
export function watchNavigation(
  options: EngineOptions,
  first: LocationLike,
  navigations: Pick<NavigationLog, 'redirect'>,
): Pick<EngineDelegate, 'replacesEntry' | 'beforeMatches' | 'guards' | 'isOutdated'> & {
  readonly onResponse: RequestObserver
  /** True if a navigation to a path will load a document: for a new build, or for other content sources. */
  readonly needsDocument: (pathname: string) => boolean
} {
  const { router, page, mayRecover } = options
  const build = readBuildId()
  const versionSkew = build ? watchVersionSkew(build, tabStorage) : undefined
  const chunkTimeout = createChunkTimeout(tabStorage, connect)

  // The history writes URLs with a delay, so flush it before the reload.
  function fetchDocument(): void {
    const { history } = router as { history: RouterHistory }
    history.flush()
    location.reload()
  }

  /**
   * Requests the document, once the server is in reach. Never settles: the previous page stays until it has loaded.
   *
   * @param isProbed false where nothing has failed: a probe would take a round trip
   */
  async function untilDocument(isProbed = true): Promise<never> {
    const { href } = page.browser.location
    if (isProbed || isOffline.get() || !navigator.onLine) await connect()
    if (page.browser.location.href === href) fetchDocument()
    return new Promise<never>(() => {})
  }

  /**
   * The router awaits this promise for a component. It is pending while code is watched, and forever if a document is
   * requested.
   */
  let hold: Promise<void> | undefined
  /** True while the watch itself loads the code. */
  let isWatched = false

  async function watchCode(to: LocationLike): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    hold = promise
    isWatched = true
    const code = loadRouteChunks(router, to.pathname)
    isWatched = false
    const end = await chunkTimeout.watch(prefetchKey(to), code)
    // The old page stays until the document has loaded.
    if (end === 'document') return fetchDocument()
    if (end === 'limit') routeFailure.set(new RouteChunkError())
    // The error of a missing chunk is thrown where it is rendered.
    resolve()
  }

  const isOutdated = (): boolean => !isOffline.get() && versionSkew?.takeNewBuild() !== undefined
  keepScrollPositionInCache()
  const leave = keepScrollPosition(router)
  /** Returns the router in which a visitor waits for a page, even if the page is on the screen already. */
  const routerOf = (target: string): AnyRouter | undefined =>
    routersOnScreen(options).find(
      ({ stores, latestLocation }) => stores.status.get() === 'pending' && prefetchKey(latestLocation) === target,
    )
  const isPending = (target: string): boolean => routerOf(target) !== undefined
  /** True when a visitor is waiting for a page that is not on the screen yet. */
  const isWanted = (target: string): boolean => {
    const waiting = routerOf(target)
    const shown = waiting?.stores.resolvedLocation.get()
    // The first page of the tab came with the document.
    return shown ? prefetchKey(shown) !== target : waiting !== undefined && waiting !== router
  }

  /**
   * Calls a loader, and during a navigation once more if it rejects. If it rejects again, the document is requested,
   * once; a target that is open over a page shows the error instead, and leaves the page. Synchronous throws and errors
   * that `mayRecover` calls final are passed on. A prefetch is not retried, and requests the document only if a visitor
   * is waiting for its page. After a network error while the server is out of reach, the loader is called again once
   * the server can be reached.
   */
  function guardLoad(load: LoadFunction, context: LoadFunctionContext): unknown {
    const target = prefetchKey(context.location)
    const orThrow = (thrown: unknown, isNeeded: (target: string) => boolean): void => {
      const { aborted } = context.abortController.signal
      if (aborted || !mayRecover(thrown) || !isNeeded(target)) throw thrown
    }
    const recover = async (thrown: unknown, mayRetry: boolean): Promise<unknown> => {
      if (isRedirect(thrown) && isPending(target)) navigations.redirect()
      orThrow(thrown, isPending)
      const wasOffline = isNetworkError(thrown) && (await connect())
      orThrow(thrown, wasOffline ? isPending : isWanted)
      if (!wasOffline && !mayRetry) {
        if (routerOf(target) !== router || !chunkTimeout.mayReloadFor(target)) throw thrown
        return untilDocument()
      }
      try {
        return await load(context)
      } catch (next) {
        return recover(next, wasOffline && mayRetry)
      }
    }
    const loading = load(context)
    return loading instanceof Promise ? loading.catch((thrown) => recover(thrown, !context.preload)) : loading
  }

  // A document keeps the Content-Security-Policy of the page that it was opened with. In development there is none.
  const allowed = sourcesOfRoutes(router.getMatchedRoutes(first.pathname)[0])
  const mayShow = (routes: readonly AnyRoute[]): boolean =>
    !import.meta.env.PROD || hasSources(allowed, sourcesOfRoutes(routes))
  const guards: RouteGuards = {
    load: guardLoad,
    before: (route, { preload }) => (preload || mayShow([route]) ? undefined : untilDocument(false)),
    preload(preload, component) {
      const loading = preload()
      // A component drops its `preload` when it has loaded.
      return isWatched ? loading : loading.then(() => (component.preload ? hold : undefined))
    },
  }

  router.subscribe('onBeforeLoad', ({ fromLocation, toLocation, pathChanged }) => {
    routeFailure.set(undefined)
    chunkTimeout.supersede()
    // The code of the first page came with the document, and the same path has the same routes.
    if (!fromLocation || !pathChanged) return
    if (isOutdated()) fetchDocument()
    // A page whose code has loaded needs no watch.
    else if (!hasRouteChunks(router, toLocation.pathname)) void watchCode(toLocation)
  })
  // A navigation may have started before the engine did.
  const shown = router.stores.resolvedLocation.get()
  const wanted: LocationLike = router.latestLocation
  if (shown && shown.pathname !== wanted.pathname) void watchCode(wanted)

  // Once a page has loaded, its next failure may request a document again. `onResolved` also fires for pages whose code
  // is missing or that have failed.
  const loaded = () => {
    const { latestLocation } = router
    const matches: { status: string }[] = router.stores.matches.get()
    if (matches.some(({ status }) => status === 'error')) return
    if (hasRouteChunks(router, latestLocation.pathname)) chunkTimeout.loaded(prefetchKey(latestLocation))
  }
  router.subscribe('onResolved', loaded)
  if (shown?.href === router.latestLocation.href) loaded()

  restoreForm()

  return {
    replacesEntry: watchPendingEntry(options),
    beforeMatches: (matches) => beforeMatches(router, matches, leave),
    guards,
    isOutdated,
    needsDocument: (pathname) =>
      (versionSkew?.hasNewBuild() === true && pathname !== router.latestLocation.pathname) ||
      !mayShow(router.getMatchedRoutes(pathname)[0] as AnyRoute[]),
    onResponse(response, prefetch) {
      versionSkew?.observe(response)
      if (!response.headers.has(STALE_SERVER_FN_HEADER)) return
      // A prefetch shows no notice; the click will.
      if (!prefetch) versionSkewNotice.set((texts) => <VersionSkewNotice {...texts} />)
      throw new StaleServerFnError()
    },
  }
}
