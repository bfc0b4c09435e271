import type { AnyRouter, RouterHistory } from '@tanstack/react-router'
import { buildOf } from '#app/navigation/loading/build.ts'
import { watchDeployment } from '#app/navigation/loading/deployment.ts'
import { GONE_HEADER, ServerFunctionGoneError } from '#app/navigation/loading/gone.ts'
import { outdatedNotice, routeFailure } from '#app/navigation/loading/notices.ts'
import { giveBackTyped, OutdatedNotice } from '#app/navigation/loading/outdated-notice.tsx'
import { hasRouteCode, loadRouteCode, RouteCodeError } from '#app/navigation/loading/route-code.ts'
import { createRouteLimit } from '#app/navigation/loading/route-limit.ts'
import type { RequestObserver } from '#app/navigation/prefetch/requests.ts'
import { type LocationLike, targetOf } from '#app/navigation/prefetch/target.ts'

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
export function startLoading(router: AnyRouter): RequestObserver {
  const entry = document.querySelector<HTMLScriptElement>('script[type=module][src*="/_build/"]')
  const build = buildOf(entry?.src ?? '')
  const deployment = build ? watchDeployment(build, storage) : undefined
  const limit = createRouteLimit({
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
    const verdict = await limit.watch(targetOf(to), loadRouteCode(router, to.pathname))
    if (verdict.type === 'document') fetchDocument()
    else if (verdict.type === 'give-up') routeFailure.set(new RouteCodeError(verdict.why))
  }

  router.subscribe('onBeforeLoad', ({ fromLocation, toLocation, pathChanged }) => {
    routeFailure.set(undefined)
    limit.supersede()
    // The first load has its code from the document, and what keeps the path keeps its routes.
    if (!fromLocation || !pathChanged) return
    if (deployment?.takeNewBuild() !== undefined) fetchDocument()
    // Where all of it is there, there is nothing to wait for.
    else if (!hasRouteCode(router, toLocation.pathname)) void watchCode(toLocation)
  })
  // A click may have come before.
  const shown = router.stores.resolvedLocation.get()
  const wanted: LocationLike = router.latestLocation
  if (shown && shown.pathname !== wanted.pathname) void watchCode(wanted)

  // What a document brought is there: the next failure may have a document again. A page whose code is missing counts
  // as resolved too.
  const loaded = () => {
    const { latestLocation } = router
    if (hasRouteCode(router, latestLocation.pathname)) limit.loaded(targetOf(latestLocation))
  }
  router.subscribe('onResolved', loaded)
  if (shown?.href === router.latestLocation.href) loaded()

  giveBackTyped()

  return (response, prefetch) => {
    deployment?.observe(response)
    if (!response.headers.has(GONE_HEADER)) return
    // A prefetch shows nothing: its click will.
    if (!prefetch) outdatedNotice.set((texts) => <OutdatedNotice {...texts} />)
    throw new ServerFunctionGoneError()
  }
}
