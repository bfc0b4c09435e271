// `virtual:routing/rules` in the browser, for a table with redirects only: no rendered link depends on them.

import type { AnyRouter } from '@tanstack/react-router'
import type { LocationMembers, RouterDelegates } from '#fairlead/navigation/router-types.ts'
import { installLazily } from '#fairlead/navigation/loading/route-load-limit.ts'

let loaded: typeof import('#fairlead/navigation/routing-table/client/rules.ts') | undefined

/**
 * Returns a function that fetches the rules and makes a router follow them. Once they have arrived, another router gets
 * them at once.
 */
export function installRules(
  router: AnyRouter,
  delegates: RouterDelegates,
  withoutRules: LocationMembers,
): (() => Promise<void>) | undefined {
  if (loaded) return loaded.installRules(router, delegates, withoutRules)
  return installLazily(async () => {
    loaded = await import('#fairlead/navigation/routing-table/client/rules.ts')
    loaded.installRules(router, delegates, withoutRules)
  })
}
