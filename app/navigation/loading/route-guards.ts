import type { AnyRoute, AnyRouter } from '@tanstack/react-router'
import { connect } from '#app/navigation/loading/connection.ts'
import { prefetchKey } from '#app/navigation/prefetch/prefetch-key.ts'
import type { Loading, LoadingContext, RouteGuards } from '#app/navigation/router-hooks.ts'

/** True for an error that `fetch` and `import()` throw without a response. */
const isNetworkError = (thrown: unknown): boolean => thrown instanceof TypeError

/** Creates the guards of a tab's routes. Component code is awaited by the router until `hold` resolves. */
export function createGuards(
  router: AnyRouter,
  options: {
    readonly hold: () => Promise<void> | undefined
    /** True for a route that needs sources which the document's Content-Security-Policy does not allow. */
    readonly needsDocument: (route: AnyRoute) => boolean
    readonly fetchDocument: () => void
    /** True while another watch covers the load of the code. */
    readonly isWatched: () => boolean
    readonly mayRecover: (thrown: unknown) => boolean
    /** Called when a load that a visitor waits for has failed. Rejects, or never settles: the document is loading. */
    readonly fail: (target: string, thrown: unknown) => Promise<never>
  },
): RouteGuards {
  /** True while a visitor waits for a page, be it the one on the screen. */
  const isPending = (target: string): boolean =>
    router.stores.status.get() === 'pending' && prefetchKey(router.latestLocation) === target
  /** True when a visitor is waiting for a page that is not on the screen yet. */
  const isWanted = (target: string): boolean => {
    const shown = router.stores.resolvedLocation.get()
    return isPending(target) && shown !== undefined && prefetchKey(shown) !== target
  }

  /**
   * Calls a loader, and on a navigation once more if it rejects. If it rejects again, `fail` decides. Synchronous throws and
   * errors that `mayRecover` calls final are passed on. A prefetch is not retried here, and fails so only if a visitor is
   * waiting for it. If the server is out of reach, the loader is called again once that has changed.
   */
  function guardLoading(load: Loading, context: LoadingContext): unknown {
    const target = prefetchKey(context.location)
    const orThrow = (thrown: unknown, isNeeded: (target: string) => boolean): void => {
      const { aborted } = context.abortController.signal
      if (aborted || !options.mayRecover(thrown) || !isNeeded(target)) throw thrown
    }
    const recover = async (thrown: unknown, mayRetry: boolean): Promise<unknown> => {
      orThrow(thrown, isPending)
      const wasOffline = isNetworkError(thrown) && (await connect())
      orThrow(thrown, wasOffline ? isPending : isWanted)
      if (!wasOffline && !mayRetry) return options.fail(target, thrown)
      try {
        return await load(context)
      } catch (next) {
        return recover(next, wasOffline && mayRetry)
      }
    }
    const loading = load(context)
    return loading instanceof Promise ? loading.catch((thrown) => recover(thrown, !context.preload)) : loading
  }

  return {
    load: guardLoading,
    before(route, { preload }) {
      if (preload || !options.needsDocument(route)) return undefined
      options.fetchDocument()
      // The previous page stays until the document has loaded.
      return new Promise<never>(() => {})
    },
    preload(preload, component) {
      const loading = preload()
      if (options.isWatched()) return loading
      // A component drops its `preload` once it has loaded.
      return loading.then(() => (component.preload ? options.hold() : undefined))
    },
  }
}
