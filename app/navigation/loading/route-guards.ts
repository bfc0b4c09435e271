import type { AnyRoute, AnyRouter } from '@tanstack/react-router'
import { prefetchKey } from '#app/navigation/prefetch/prefetch-key.ts'
import type { Loading, LoadingContext, RouteGuards } from '#app/navigation/router-hooks.ts'

/**
 * Calls a loader, and on a navigation once more when it rejects. If that rejects too, `fail` decides: it rejects as well,
 * or never settles because the document is loading. Synchronous throws and errors that `mayRecover` calls final pass. A
 * prefetch is not repeated here; it calls `fail` only when a visitor waits for it.
 */
function guardLoading(
  load: Loading,
  context: LoadingContext,
  options: {
    readonly isWanted: (target: string) => boolean
    readonly mayRecover: (thrown: unknown) => boolean
    readonly fail: (target: string, thrown: unknown) => Promise<never>
  },
): unknown {
  const target = prefetchKey(context.location)
  const orThrow = (thrown: unknown): void => {
    const { aborted } = context.abortController.signal
    if (aborted || !options.mayRecover(thrown) || !options.isWanted(target)) throw thrown
  }
  const again = (thrown: unknown): unknown => {
    orThrow(thrown)
    if (context.preload) throw thrown
    return load(context)
  }
  const loading = load(context)
  if (!(loading instanceof Promise)) return loading
  return loading.catch(again).catch((thrown: unknown) => {
    orThrow(thrown)
    return options.fail(target, thrown)
  })
}

/**
 * Creates the guards of a tab's routes: of the loader and the `beforeLoad`, see `guardLoading`, and of a component's code,
 * for which the router waits until `hold` lets it pass.
 */
export function createGuards(
  router: AnyRouter,
  options: Omit<Parameters<typeof guardLoading>[2], 'isWanted'> & {
    readonly hold: () => Promise<void> | undefined
    /** True for a route that needs what the policy of the document does not allow. */
    readonly needsDocument: (route: AnyRoute) => boolean
    readonly fetchDocument: () => void
    /** True while the load of code has a watch already. */
    readonly isWatched: () => boolean
  },
): RouteGuards {
  /** True when a visitor waits for a page that is not the one on the screen. */
  const isWanted = (target: string): boolean => {
    const { resolvedLocation, status } = router.stores
    const shown = resolvedLocation.get()
    if (status.get() !== 'pending' || shown === undefined) return false
    return prefetchKey(router.latestLocation) === target && prefetchKey(shown) !== target
  }
  return {
    load: (load, context) => guardLoading(load, context, { ...options, isWanted }),
    before(route, { preload }) {
      if (preload || !options.needsDocument(route)) return undefined
      options.fetchDocument()
      // The previous page stays until the document is there.
      return new Promise<never>(() => {})
    },
    preload(preload, component) {
      const loading = preload()
      if (options.isWatched()) return loading
      // A component drops its `preload` once it has arrived.
      return loading.then(() => (component.preload ? options.hold() : undefined))
    },
  }
}
