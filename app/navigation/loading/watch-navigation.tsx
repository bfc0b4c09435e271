import type { AnyRouter, RouterHistory } from '@tanstack/react-router'
import { hasSources, sourcesOfRoutes } from '#app/server/http/csp-sources.ts'
import { parseBuildId } from '#app/navigation/loading/build-id.ts'
import { watchVersionSkew } from '#app/navigation/loading/version-skew.ts'
import { STALE_SERVER_FN_HEADER, StaleServerFnError } from '#app/navigation/loading/stale-server-fn.ts'
import { guardRoutes } from '#app/navigation/loading/guard-routes.ts'
import { versionSkewNotice, routeFailure } from '#app/navigation/loading/navigation-signals.ts'
import { restoreSavedForm, VersionSkewNotice } from '#app/navigation/loading/version-skew-notice.tsx'
import { hasRouteChunks, loadRouteChunks, RouteChunkError } from '#app/navigation/loading/route-chunks.ts'
import { watchPendingEntry } from '#app/navigation/loading/overtaken.ts'
import { keepTitleWhilePending } from '#app/navigation/loading/pending-title.ts'
import { createChunkTimeout } from '#app/navigation/loading/chunk-timeout.ts'
import type { RequestObserver } from '#app/navigation/prefetch/prefetch-requests.ts'
import type { RouterHooks } from '#app/navigation/router-patches.ts'
import { type LocationLike, prefetchKey } from '#app/navigation/prefetch/prefetch-key.ts'

/** The tab's storage, reached for only when used: where it is denied, reaching for it throws. */
const storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> = {
  getItem: (key) => sessionStorage.getItem(key),
  setItem: (key, value) => sessionStorage.setItem(key, value),
  removeItem: (key) => sessionStorage.removeItem(key),
}

/**
 * Watches the navigations of the tab's router: the limit on a route's code, and the document that a new build asks
 * for. The history has the target by the time a load begins, so a reload is the document navigation to it.
 *
 * @returns what is to look at every answer to a server function call.
 */
export function watchNavigation(
  router: AnyRouter,
  hooks: RouterHooks,
  mayRecover: (thrown: unknown) => boolean,
  first: LocationLike,
): RequestObserver {
  const entry = document.querySelector<HTMLScriptElement>('script[type=module][src*="/_build/"]')
  const build = parseBuildId(entry?.src ?? '')
  const deployment = build ? watchVersionSkew(build, storage) : undefined
  const limit = createChunkTimeout({
    storage,
    startTimer(ms, then) {
      const timer = setTimeout(then, ms)
      return () => clearTimeout(timer)
    },
  })

  // The history writes addresses a moment late.
  function fetchDocument(): void {
    const { history } = router as { history: RouterHistory }
    history.flush()
    location.reload()
  }

  /** Pending while the code of a navigation is watched, and for good once its document is on its way. */
  let hold: Promise<void> | undefined
  let isWatched = false

  async function watchCode(to: LocationLike): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    hold = promise
    isWatched = true
    const code = loadRouteChunks(router, to.pathname)
    isWatched = false
    const verdict = await limit.watch(prefetchKey(to), code)
    // The page that was left stays until the document is there.
    if (verdict.type === 'document') return fetchDocument()
    if (verdict.type === 'give-up' && verdict.why === 'limit') routeFailure.set(new RouteChunkError())
    // A missing chunk fails where it is rendered.
    resolve()
  }

  hooks.replacesEntry = watchPendingEntry(router)
  hooks.beforeMatches = keepTitleWhilePending
  // A document has the policy of the page that it was opened with, for as long as it lives. In development it has none.
  const allowed = sourcesOfRoutes(router.getMatchedRoutes(first.pathname)[0])
  guardRoutes(router, {
    needsDocument: (route) => import.meta.env.PROD && !hasSources(allowed, sourcesOfRoutes([route])),
    fetchDocument,
    hold: () => hold,
    isWatched: () => isWatched,
    mayRecover,
    fail: (target, thrown) => {
      // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- it passes what was thrown on
      if (limit.fail(target).type !== 'document') return Promise.reject(thrown)
      fetchDocument()
      return new Promise<never>(() => {})
    },
  })

  router.subscribe('onBeforeLoad', ({ fromLocation, toLocation, pathChanged }) => {
    routeFailure.set(undefined)
    limit.supersede()
    // The first load has its code from the document, and what keeps the path keeps its routes.
    if (!fromLocation || !pathChanged) return
    if (deployment?.takeNewBuild() !== undefined) fetchDocument()
    // Where all of it is there, there is nothing to wait for.
    else if (!hasRouteChunks(router, toLocation.pathname)) void watchCode(toLocation)
  })
  // A click may have come before.
  const shown = router.stores.resolvedLocation.get()
  const wanted: LocationLike = router.latestLocation
  if (shown && shown.pathname !== wanted.pathname) void watchCode(wanted)

  // The document has loaded: the next failure may request a document again. A page whose code is missing counts
  // as resolved too, and so does one that failed.
  const loaded = () => {
    const { latestLocation } = router
    const matches: { status: string }[] = router.stores.matches.get()
    if (matches.some(({ status }) => status === 'error')) return
    if (hasRouteChunks(router, latestLocation.pathname)) limit.loaded(prefetchKey(latestLocation))
  }
  router.subscribe('onResolved', loaded)
  if (shown?.href === router.latestLocation.href) loaded()

  restoreSavedForm()

  return (response, prefetch) => {
    deployment?.observe(response)
    if (!response.headers.has(STALE_SERVER_FN_HEADER)) return
    // A prefetch shows nothing: its click will.
    if (!prefetch) versionSkewNotice.set((texts) => <VersionSkewNotice {...texts} />)
    throw new StaleServerFnError()
  }
}
