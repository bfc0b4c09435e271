import type { AnyRouter } from '@tanstack/react-router'
import { hasReloaded } from '#app/navigation/loading/reload-guard.ts'
import { prefetchKey } from '#app/navigation/prefetch/prefetch-key.ts'

interface VitePreloadErrorEvent extends Event {
  readonly payload: Error
}

/**
 * Keeps the router from reloading a document that was reloaded for a missing chunk already, or that the chunk timeout is
 * about to reload: by itself it reloads once for each chunk, and records that in the tab's storage.
 *
 * @param isWatched returns true once the chunk timeout watches navigations, see chunk-timeout.ts
 */
export function preventSecondReload(router: AnyRouter, isWatched: () => boolean): void {
  addEventListener('vite:preloadError', (event) => {
    const { message } = (event as VitePreloadErrorEvent).payload
    const isTimeouts = isWatched() && router.stores.status.get() === 'pending'
    if (!isTimeouts && !hasReloaded(prefetchKey(router.latestLocation))) return
    try {
      sessionStorage.setItem(`tanstack_router_reload:${message}`, '1')
    } catch {
      // Storage is denied, to the router as well.
    }
  })
}
