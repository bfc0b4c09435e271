import type { Patch } from '#app/navigation/router-patches.ts'

/** The patches of a router that come with the engine: without it their hooks do nothing. See `ROUTER_PATCHES`. */
export const ENGINE_PATCHES: readonly Patch[] = [
  // A commit that changes nothing for the page never reaches its history, so a history cannot decide what opens over it.
  {
    member: 'commitLocation',
    wrap: (commit, hooks) => (next) => (hooks.overlay ? hooks.overlay.commit(next, commit) : commit(next)),
  },
  // `replace` is an argument of each navigation and has no default.
  {
    member: 'commitLocation',
    wrap: (commit, hooks) => (next) => commit(hooks.replacesEntry?.() ? { ...next, replace: true } : next),
  },
  // Preloading fills the router that was asked, but the target may open in another.
  {
    member: 'preloadRoute',
    wrap: (preload, hooks) => (destination) =>
      hooks.overlay ? hooks.overlay.preload(destination, preload) : preload(destination),
  },
  // Preloading has neither a limit nor an order.
  { member: 'preloadRoute', wrap: (preload, hooks) => (destination) => (hooks.prefetch ?? preload)(destination) },
  // By itself it only asks the loaders anew, which find fresh data in the query cache.
  {
    member: 'invalidate',
    wrap: (invalidate, hooks) => (options) =>
      hooks.renew ? hooks.renew(() => invalidate(options)) : invalidate(options),
  },
  // A pending route's `head()` has not run, and no option gives its match a title.
  {
    member: 'setMatches',
    wrap: (setMatches, hooks) => (matches) => {
      hooks.beforeMatches?.(matches)
      setMatches(matches)
    },
  },
]
