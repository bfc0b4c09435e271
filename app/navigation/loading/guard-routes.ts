import type { AnyRoute, AnyRouter } from '@tanstack/react-router'
import { type LocationLike, prefetchKey } from '#app/navigation/prefetch/prefetch-key.ts'

/** The part of a loader's and of `beforeLoad`'s context that is used. */
interface LoadingContext {
  readonly abortController: AbortController
  readonly location: LocationLike
  readonly preload: boolean
}

type Loading = (context: LoadingContext) => unknown

/**
 * Gives what a navigation loads a second chance: what rejects is asked once more, and then `fail` decides: it rejects as
 * well, or never settles, because the document is on its way. What throws at once, and what `mayRecover` calls an
 * answer, passes. A prefetch fails by itself, unless a visitor has come to wait for it: that one was tried again already.
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

/** Guards the loader and the `beforeLoad` of every route of a tab's router, see `guardLoading`. Once, in the browser. */
export function guardRoutes(router: AnyRouter, options: Omit<Parameters<typeof guardLoading>[1], 'isWanted'>): void {
  /** Whether a visitor waits for a page that is not the one on the screen. */
  const isWanted = (target: string): boolean => {
    const { resolvedLocation, status } = router.stores
    const shown = resolvedLocation.get()
    if (status.get() !== 'pending' || shown === undefined) return false
    return prefetchKey(router.latestLocation) === target && prefetchKey(shown) !== target
  }
  for (const route of Object.values<AnyRoute>(router.routesById)) {
    const loading = route.options as { loader?: unknown; beforeLoad?: unknown }
    for (const name of ['loader', 'beforeLoad'] as const) {
      const load = loading[name]
      if (typeof load === 'function') loading[name] = guardLoading(load as Loading, { ...options, isWanted })
    }
  }
}

/** Has the router wait for `hold` before it renders a route whose code is missing. `isWatched`: its load is watched itself. */
export function holdMissingCode(
  router: AnyRouter,
  hold: () => Promise<void> | undefined,
  isWatched: () => boolean,
): void {
  for (const { options } of Object.values<AnyRoute>(router.routesById)) {
    const component = options.component as { preload?: () => Promise<void> } | undefined
    const preload = component?.preload
    if (!component || !preload) continue
    component.preload = () => {
      const loading = preload()
      if (isWatched()) return loading
      // It drops its `preload` once it has come.
      return loading.then(() => (component.preload ? hold() : undefined))
    }
  }
}
