import type { AnyRouter } from '@tanstack/react-router'
import { hasReloaded } from '#app/navigation/loading/reload-guard.ts'
import { prefetchKey } from '#app/navigation/prefetch/prefetch-key.ts'

interface VitePreloadErrorEvent extends Event {
  readonly payload: Error
}

/**
 * Keeps the router from reloading a document that was fetched because of a missing chunk already, or that the limit on
 * route code is about to fetch: by itself it reloads once for each chunk, and remembers that in the tab's storage.
 *
 * @param isWatched whether the limit watches over navigations yet, see route-limit.ts
 */
export function preventSecondReload(router: AnyRouter, isWatched: () => boolean): void {
  addEventListener('vite:preloadError', (event) => {
    const { message } = (event as VitePreloadErrorEvent).payload
    const isLimits = isWatched() && router.stores.status.get() === 'pending'
    if (!isLimits && !hasReloaded(prefetchKey(router.latestLocation))) return
    try {
      sessionStorage.setItem(`tanstack_router_reload:${message}`, '1')
    } catch {
      // Storage is denied, to the router as well.
    }
  })
}
