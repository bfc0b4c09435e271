import type { AnyRouter } from '@tanstack/react-router'
import { buildOf } from '#app/navigation/loading/build.ts'
import { type DeploymentWatch, watchDeployment } from '#app/navigation/loading/deployment.ts'
import { GONE_HEADER, ServerFunctionGoneError } from '#app/navigation/loading/gone.ts'
import { loadRouteCode, RouteCodeError } from '#app/navigation/loading/route-code.ts'
import { createRouteLimit } from '#app/navigation/loading/route-limit.ts'
import { createSignal } from '#app/navigation/loading/signal.ts'
import { targetOf } from '#app/navigation/prefetch/target.ts'

/** Why the page asked for cannot be shown, until the next navigation. */
export const routeFailure = createSignal<Error | undefined>(undefined)

/** Whether something was called that the server no longer has. */
export const outdated = createSignal(false)

/** The tab's storage, reached for only when used: where it is denied, reaching for it throws. */
const storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> = {
  getItem: (key) => sessionStorage.getItem(key),
  setItem: (key, value) => sessionStorage.setItem(key, value),
  removeItem: (key) => sessionStorage.removeItem(key),
}

let deployment: DeploymentWatch | undefined

/**
 * Looks at every answer to a server function call. A prefetch shows nothing: its click will.
 *
 * @throws ServerFunctionGoneError when the server does not have the function.
 */
export function watchAnswer(response: Response, prefetch: boolean): void {
  deployment?.observe(response)
  if (!response.headers.has(GONE_HEADER)) return
  if (!prefetch) outdated.set(true)
  throw new ServerFunctionGoneError()
}

/**
 * Watches the navigations of the tab's router: the limit on a route's code, and the document that a new build asks
 * for. The address is the target's by the time a load begins, so a reload is the document navigation to it.
 */
export function startLoading(router: AnyRouter): void {
  const entry = document.querySelector<HTMLScriptElement>('script[type=module][src*="/_build/"]')
  const build = buildOf(entry?.src ?? '')
  if (build) deployment = watchDeployment(build, storage)
  const limit = createRouteLimit({
    storage,
    startTimer(ms, then) {
      const timer = setTimeout(then, ms)
      return () => clearTimeout(timer)
    },
  })

  router.subscribe('onBeforeLoad', ({ fromLocation, toLocation, pathChanged }) => {
    routeFailure.set(undefined)
    limit.supersede()
    // The first load has its code from the document, and what keeps the path keeps its routes.
    if (!fromLocation || !pathChanged) return
    if (deployment?.takeNewBuild() !== undefined) return location.reload()
    const code = loadRouteCode(router, toLocation.pathname)
    void limit.watch(targetOf(toLocation), code).then((verdict) => {
      if (verdict.type === 'document') location.reload()
      else if (verdict.type === 'give-up') routeFailure.set(new RouteCodeError(verdict.why))
    })
  })
  // What a document brought is there: the next failure may have a document again.
  router.subscribe('onResolved', ({ toLocation }) => limit.loaded(targetOf(toLocation)))

  // The router reloads the document once for each missing chunk, which would be a second time after ours.
  addEventListener('vite:preloadError', (event) => {
    if (!limit.tried(targetOf(router.latestLocation))) return
    storage.setItem(`tanstack_router_reload:${(event as VitePreloadErrorEvent).payload.message}`, '1')
  })
}

interface VitePreloadErrorEvent extends Event {
  readonly payload: Error
}
