import type { AnyRouter, RouterHistory } from '@tanstack/react-router'
import type { Patch } from '#fairlead/navigation/router-hooks.ts'
import { basePath } from 'virtual:app/site'
import { withBasePath } from '#fairlead/platform/base-path.ts'

/**
 * The patches of a router below a base path, because the router loads documents by `window.location` and not by its
 * history.
 */
export const basePathPatches: readonly Patch[] = basePath
  ? [
      {
        member: 'navigate',
        wrap: (navigate, _hooks, router) => (options) => {
          if (!options.reloadDocument || URL.canParse(options.href ?? '')) return navigate(options)
          const built = options.to === undefined && options.href ? undefined : router.buildLocation(options as never)
          const path = (built?.maskedLocation ?? built)?.publicHref ?? options.href ?? ''
          return navigate({ ...options, to: undefined, publicHref: undefined, href: withBasePath(path) })
        },
      },
      {
        member: 'commitLocation',
        wrap: (commit) => (next) =>
          commit(next.external ? { ...next, publicHref: withBasePath(next.publicHref) } : next),
      },
    ]
  : []

/** Adds the base path to the links of a document, as the browser's history does. On the server. */
export function linkBelowBasePath({ history }: AnyRouter): void {
  if (basePath) (history as RouterHistory).createHref = withBasePath
}
