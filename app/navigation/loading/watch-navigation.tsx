import type { AnyRoute, AnyRouteMatch, AnyRouter, RouterHistory } from '@tanstack/react-router'
import { hasSources, sourcesOfRoutes } from '#app/server/http/csp-sources.ts'
import { readBuildId, tabStorage, watchVersionSkew } from '#app/navigation/loading/version-skew.ts'
import { STALE_SERVER_FN_HEADER, StaleServerFnError } from '#app/navigation/loading/server-function-response.ts'
import { createGuards } from '#app/navigation/loading/route-guards.ts'
import { connect, isOffline } from '#app/navigation/loading/connection.ts'
import { routeFailure, versionSkewNotice } from '#app/navigation/loading/navigation-signals.ts'
import { restoreSavedForm, VersionSkewNotice } from '#app/navigation/loading/version-skew-notice.tsx'
import {
  createChunkTimeout,
  hasRouteChunks,
  loadRouteChunks,
  RouteChunkError,
} from '#app/navigation/loading/route-chunks.ts'
import type { RequestObserver } from '#app/navigation/prefetch/prefetch-requests.ts'
import type { NavigationOptions } from '#app/navigation/router-hooks.ts'
import { type LocationLike, prefetchKey } from '#app/navigation/prefetch/prefetch-key.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /**
     * Shows the route's `pendingComponent` also when only search params change. By default the page stays, with what the
     * visitor has typed.
     */
    pendingOnSearch?: boolean
  }
}

/**
 * Returns the test for navigations that replace the current history entry: one that was added by a navigation which has
 * not ended. The visitor never saw its page, so back must lead to the page before it. Older entries stay.
 */
function watchPendingEntry(router: AnyRouter): () => boolean {
  /** True if the current entry was added by a navigation that has not ended. */
  let isNew = false
  const history = router.history as RouterHistory
  history.subscribe(({ action }) => {
    if (action.type !== 'REPLACE') isNew = action.type === 'PUSH'
  })
  router.subscribe('onResolved', () => {
    isNew = false
  })
  return () => isNew && router.stores.status.get() === 'pending'
}

/**
 * True if the page on the screen stays although a match is pending: while the server is out of reach, and while only the
 * search params of the page change, unless the route asks for its `pendingComponent` then.
 */
export function keepsPage(router: AnyRouter, matches: readonly AnyRouteMatch[]): boolean {
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
 * the title of the layout above. The matches are copies that the router made to show them.
 */
function keepTitleWhilePending(matches: AnyRouteMatch[]): void {
  for (const match of matches) {
    if (match.status === 'pending') match.meta ??= [{ title: document.title }]
  }
}

/**
 * Watches the navigations of the tab's router: applies the time limit on a route's code, and requests a document when
 * there is a new build. When a load begins, the history is already at the target, so a reload navigates to it.
 * @returns the observer of responses to server-function calls
 */
export function watchNavigation(
  { router, hooks, mayRecover }: NavigationOptions,
  first: LocationLike,
): RequestObserver {
  const build = readBuildId()
  const versionSkew = build ? watchVersionSkew(build, tabStorage) : undefined
  const chunkTimeout = createChunkTimeout(tabStorage, connect)

  // The history writes URLs with a delay, so flush it before the reload.
  function fetchDocument(): void {
    const { history } = router as { history: RouterHistory }
    history.flush()
    location.reload()
  }

  async function fetchDocumentOnline(): Promise<void> {
    const { href } = router.latestLocation
    await connect()
    if (router.latestLocation.href === href) fetchDocument()
  }

  /** Pending while the code of a navigation is watched, and for ever once its document is requested. */
  let hold: Promise<void> | undefined
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
    // A missing chunk throws where it is rendered.
    resolve()
  }

  hooks.replacesEntry = watchPendingEntry(router)
  hooks.beforeMatches = (matches) => {
    if (keepsPage(router, matches)) return false
    keepTitleWhilePending(matches)
    return true
  }
  // A document keeps the Content-Security-Policy of the page that it was opened with. In development there is none.
  const allowed = sourcesOfRoutes(router.getMatchedRoutes(first.pathname)[0])
  hooks.guards = createGuards(router, {
    needsDocument: (route) => import.meta.env.PROD && !hasSources(allowed, sourcesOfRoutes([route])),
    fetchDocument: () => void fetchDocumentOnline(),
    hold: () => hold,
    isWatched: () => isWatched,
    mayRecover,
    fail: (target, thrown) => {
      // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- it passes what was thrown on
      if (!chunkTimeout.mayReloadFor(target)) return Promise.reject(thrown)
      void fetchDocumentOnline()
      return new Promise<never>(() => {})
    },
  })

  router.subscribe('onBeforeLoad', ({ fromLocation, toLocation, pathChanged }) => {
    routeFailure.set(undefined)
    chunkTimeout.supersede()
    // The code of the first page came with the document, and the same path has the same routes.
    if (!fromLocation || !pathChanged) return
    if (!isOffline.get() && versionSkew?.takeNewBuild() !== undefined) fetchDocument()
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

  restoreSavedForm()

  return (response, prefetch) => {
    versionSkew?.observe(response)
    if (!response.headers.has(STALE_SERVER_FN_HEADER)) return
    // A prefetch shows no notice; the click will.
    if (!prefetch) versionSkewNotice.set((texts) => <VersionSkewNotice {...texts} />)
    throw new StaleServerFnError()
  }
}
