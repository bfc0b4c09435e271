import type { AnyRoute, AnyRouter } from '@tanstack/react-router'
import { patchRoutes } from '#app/navigation/route-patches.ts'
import { type LocationLike, prefetchKey } from '#app/navigation/prefetch/prefetch-key.ts'

/** The used part of the context of a loader and of `beforeLoad`. */
interface LoadingContext {
  readonly abortController: AbortController
  readonly location: LocationLike
  readonly preload: boolean
}

type Loading = (context: LoadingContext) => unknown

/**
 * Wraps a loader so that a navigation calls it again when it rejects. If that rejects too, `fail` decides: it rejects as
 * well, or never settles because the document is loading. Synchronous throws and errors that `mayRecover` calls final
 * pass. A prefetch is not repeated here; it calls `fail` only when a visitor waits for it.
 */
function guardLoading(
  load: Loading,
  options: {
    readonly isWanted: (target: string) => boolean
    readonly mayRecover: (thrown: unknown) => boolean
    readonly fail: (target: string, thrown: unknown) => Promise<never>
  },
): Loading {
  return (context) => {
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
}

/**
 * Guards the loader and the `beforeLoad` of every route of a tab's router, see `guardLoading`, and makes the router wait
 * for `hold` before it renders a route whose code is missing. Once, in the browser.
 */
export function guardRoutes(
  router: AnyRouter,
  options: Omit<Parameters<typeof guardLoading>[1], 'isWanted'> & {
    readonly hold: () => Promise<void> | undefined
    /** Returns true for a route that the policy of the document does not allow what it needs. */
    readonly needsDocument: (route: AnyRoute) => boolean
    readonly fetchDocument: () => void
    /** True while the load of code is watched by itself. */
    readonly isWatched: () => boolean
  },
): void {
  /** Returns true when a visitor waits for a page that is not the one on the screen. */
  const isWanted = (target: string): boolean => {
    const { resolvedLocation, status } = router.stores
    const shown = resolvedLocation.get()
    if (status.get() !== 'pending' || shown === undefined) return false
    return prefetchKey(router.latestLocation) === target && prefetchKey(shown) !== target
  }
  patchRoutes(router, {
    guard: (load) => guardLoading(load as Loading, { ...options, isWanted }),
    before: (route) => {
      if (!options.needsDocument(route)) return undefined
      return ({ preload }: LoadingContext) => {
        if (preload) return undefined
        options.fetchDocument()
        // The page that was left stays until the document is there.
        return new Promise<never>(() => {})
      }
    },
    preload: (preload, component) => () => {
      const loading = preload()
      if (options.isWatched()) return loading
      // A component drops its `preload` once it has arrived.
      return loading.then(() => (component.preload ? options.hold() : undefined))
    },
  })
}
