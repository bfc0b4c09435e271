import type { AnyRouter, RouterHistory } from '@tanstack/react-router'
import { parseBuildId } from '#app/navigation/loading/build-id.ts'
import { watchVersionSkew } from '#app/navigation/loading/version-skew.ts'
import { STALE_SERVER_FN_HEADER, StaleServerFnError } from '#app/navigation/loading/stale-server-fn.ts'
import { versionSkewNotice, routeFailure } from '#app/navigation/loading/navigation-signals.ts'
import { restoreSavedForm, VersionSkewNotice } from '#app/navigation/loading/version-skew-notice.tsx'
import { hasRouteChunks, loadRouteChunks, RouteChunkError } from '#app/navigation/loading/route-chunks.ts'
import { createChunkTimeout } from '#app/navigation/loading/chunk-timeout.ts'
import type { RequestObserver } from '#app/navigation/prefetch/prefetch-requests.ts'
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
export function watchNavigation(router: AnyRouter): RequestObserver {
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

  async function watchCode(to: LocationLike): Promise<void> {
    const verdict = await limit.watch(prefetchKey(to), loadRouteChunks(router, to.pathname))
    if (verdict.type === 'document') fetchDocument()
    else if (verdict.type === 'give-up') routeFailure.set(new RouteChunkError(verdict.why))
  }

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

  // What a document brought is there: the next failure may have a document again. A page whose code is missing counts
  // as resolved too.
  const loaded = () => {
    const { latestLocation } = router
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
