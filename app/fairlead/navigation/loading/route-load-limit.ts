import type { AnyRouter } from '@tanstack/react-router'
import { getRouterInstance } from '@tanstack/react-start'
import { connect, isOffline } from '#fairlead/navigation/loading/connection.ts'
import { untilStaying } from '#fairlead/navigation/loading/leaving-document.ts'
import { prefetchKey } from '#fairlead/navigation/prefetch/prefetch-key.ts'
import { memoizeAsync } from '#fairlead/platform/memoize-async.ts'

/**
 * Limit for loading a route's code and styles, in milliseconds; then the document is requested instead. Data has no
 * such limit. The value is Next.js's limit for route assets in its Pages Router.
 */
export const ROUTE_LOAD_TIMEOUT_MS = 3_800

/** True for an error that `fetch` and `import()` throw without a response. */
export const isNetworkError = (thrown: unknown): boolean => thrown instanceof TypeError

/** Settles like `promise`, but rejects after `ROUTE_LOAD_TIMEOUT_MS`. */
export function withLoadTimeout<T>(promise: Promise<T>): Promise<T> {
  return Promise.race([promise, new Promise<never>((_, reject) => setTimeout(reject, ROUTE_LOAD_TIMEOUT_MS))])
}

/** Prefix of the storage keys that record the targets whose documents were reloaded. */
export const RELOADED_KEY = 'fairlead:document:'

/** True if the document was requested for `target` and its code has not loaded since, or if storage is denied. */
export function hasReloaded(target: string, storage?: Pick<Storage, 'getItem'>): boolean {
  try {
    return (storage ?? sessionStorage).getItem(RELOADED_KEY + target) !== null
  } catch {
    return true
  }
}

/**
 * Requests a document again, once, that could not hydrate because its texts did not load. Waits until the server is in
 * reach. The second time the page stays as the server rendered it.
 * @throws `thrown`, if it is no network error or the document was requested for it before
 */
export async function reloadOnce(thrown: unknown): Promise<void> {
  await untilStaying()
  const router = getRouterInstance() as AnyRouter | undefined
  const target = router && prefetchKey(router.latestLocation)
  if (target === undefined || !isNetworkError(thrown) || hasReloaded(target)) throw thrown
  await connect()
  sessionStorage.setItem(RELOADED_KEY + target, '')
  location.reload()
}

interface VitePreloadErrorEvent extends Event {
  readonly payload: Error
}

/**
 * Keeps the router from reloading a document that was already reloaded for a missing chunk, or that the chunk timeout
 * is about to reload, or while the server is out of reach. By default the router reloads once for each chunk, and
 * records that in the tab's storage.
 * @param isWatched returns true once the chunk timeout watches navigations, see route-chunks.ts
 */
export function preventSecondReload(router: AnyRouter, isWatched: () => boolean): void {
  addEventListener('vite:preloadError', (event) => {
    const { message } = (event as VitePreloadErrorEvent).payload
    const isTimeouts = isWatched() && router.stores.status.get() === 'pending'
    if (!isTimeouts && !isOffline.get() && !hasReloaded(prefetchKey(router.latestLocation))) return
    try {
      sessionStorage.setItem(`tanstack_router_reload:${message}`, '1')
    } catch {
      // Storage is denied, for the router as well.
    }
  })
}

/**
 * Memoizes a function that loads code for navigations, such as redirects. No rendered link depends on it, so the page
 * becomes interactive without it. Navigations wait for it; if it fails, the document is requested, and the server
 * applies its table.
 * @returns a function that rejects if the code does not arrive within `ROUTE_LOAD_TIMEOUT_MS`; the next call tries
 *   again
 */
export function installLazily(fetchAndInstall: () => Promise<void>): () => Promise<void> {
  return memoizeAsync(() => withLoadTimeout(fetchAndInstall()))
}
