import type { AnyRoute, AnyRouter } from '@tanstack/react-router'
import { prefetchKey } from '#app/navigation/prefetch/prefetch-key.ts'
import type { Loading, LoadingContext, RouteGuards } from '#app/navigation/router-hooks.ts'

/**
 * Calls a loader, and on a navigation once more if it rejects. If it rejects again, `fail` decides: its promise rejects
 * too, or never settles because the document is loading. Synchronous throws and errors that `mayRecover` calls final
 * are passed on. A prefetch is not retried here, and calls `fail` only if a visitor is waiting for it.
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
 * Creates the guards of a tab's routes: for loaders and `beforeLoad`, see `guardLoading`; and for component code, which
 * the router awaits until `hold` resolves.
 */
export function createGuards(
  router: AnyRouter,
  options: Omit<Parameters<typeof guardLoading>[2], 'isWanted'> & {
    readonly hold: () => Promise<void> | undefined
    /** True for a route that needs sources which the document's Content-Security-Policy does not allow. */
    readonly needsDocument: (route: AnyRoute) => boolean
    readonly fetchDocument: () => void
    /** True while another watch covers the load of the code. */
    readonly isWatched: () => boolean
  },
): RouteGuards {
  /** True when a visitor is waiting for a page that is not on the screen yet. */
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
