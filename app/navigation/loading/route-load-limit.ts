import type { AnyRouter } from '@tanstack/react-router'
import { prefetchKey } from '#app/navigation/prefetch/prefetch-key.ts'

/**
 * Limit for loading a route's code and styles, in milliseconds; then the document is requested instead. Data has no
 * such limit. Taken from the Pages Router's limit for route assets.
 */
export const ROUTE_LOAD_TIMEOUT_MS = 3_800

/** Settles as `promise` does, and rejects when that takes longer than a route's code may take. */
export function withTimeout<T>(promise: Promise<T>): Promise<T> {
  return Promise.race([promise, new Promise<never>((_, reject) => setTimeout(reject, ROUTE_LOAD_TIMEOUT_MS))])
}

/** The prefix of the storage keys, one for each target, that record a reload of its document. */
export const RELOADED_KEY = 'fairlead:document:'

/** Returns true when the document was requested for `target` and its code has not loaded since, or storage is denied. */
export function hasReloaded(target: string, storage?: Pick<Storage, 'getItem'>): boolean {
  try {
    return (storage ?? sessionStorage).getItem(RELOADED_KEY + target) !== null
  } catch {
    return true
  }
}

interface VitePreloadErrorEvent extends Event {
  readonly payload: Error
}

/**
 * Keeps the router from reloading a document that was reloaded for a missing chunk already, or that the chunk timeout is
 * about to reload: by itself it reloads once for each chunk, and records that in the tab's storage.
 *
 * @param isWatched returns true once the chunk timeout watches navigations, see route-chunks.ts
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

/**
 * Returns what installs the rules of a table of redirects alone, so that a page is interactive without them however long
 * the table is: no drawn link depends on a redirect, only where it leads does. Navigations wait for them; without them
 * the server is asked for the document, and follows its own table.
 *
 * @returns rejects when they do not arrive within `ROUTE_LOAD_TIMEOUT_MS`; the next call tries again
 */
export function installLazily(fetchAndInstall: () => Promise<void>): () => Promise<void> {
  let loading: Promise<void> | undefined
  return () =>
    (loading ??= withTimeout(fetchAndInstall()).catch((error: unknown) => {
      loading = undefined
      throw error
    }))
}
