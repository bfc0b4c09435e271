import type { AnyRouter } from '@tanstack/react-router'
import { wasTried } from '#app/navigation/loading/tried.ts'
import { targetOf } from '#app/navigation/prefetch/target.ts'

interface VitePreloadErrorEvent extends Event {
  readonly payload: Error
}

/**
 * Keeps the router from reloading a document that was fetched because of a missing chunk already: by itself it reloads
 * once for each chunk, and remembers that in the tab's storage.
 */
export function allowOneReload(router: AnyRouter): void {
  addEventListener('vite:preloadError', (event) => {
    const { message } = (event as VitePreloadErrorEvent).payload
    if (wasTried(targetOf(router.latestLocation))) sessionStorage.setItem(`tanstack_router_reload:${message}`, '1')
  })
}
