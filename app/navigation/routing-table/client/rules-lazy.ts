// `virtual:routing/rules` in the browser, with a table of redirects alone: no rendered link depends on them.

import type { AnyRouter } from '@tanstack/react-router'
import type { OriginalMembers, RouterHooks } from '#app/navigation/router-hooks.ts'
import { installLazily } from '#app/navigation/loading/route-load-limit.ts'

let loaded: typeof import('#app/navigation/routing-table/client/rules.ts') | undefined

/** Returns what fetches the rules and makes a router follow them; once they are there, another router has them at once. */
export function installRules(
  router: AnyRouter,
  hooks: RouterHooks,
  originals: OriginalMembers,
): (() => Promise<void>) | undefined {
  if (loaded) return loaded.installRules(router, hooks, originals)
  return installLazily(async () => {
    loaded = await import('#app/navigation/routing-table/client/rules.ts')
    loaded.installRules(router, hooks, originals)
  })
}
