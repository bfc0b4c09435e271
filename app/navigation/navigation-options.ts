import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import type { PageHistory } from '#app/navigation/page-history.ts'
import type { RouterHooks } from '#app/navigation/router-hooks.ts'
import type { OriginalMembers } from '#app/navigation/router-patches.ts'

/** The arguments of `startNavigation`. */
export interface NavigationOptions {
  readonly router: AnyRouter
  readonly hooks: RouterHooks
  readonly page: PageHistory
  readonly queryClient: QueryClient
  /** Tells failures that may pass from final ones. */
  readonly mayRecover: (thrown: unknown) => boolean
  /** Sets up another router with the routing table. */
  readonly configure: (router: AnyRouter, hooks: RouterHooks, originals: OriginalMembers) => void
  /** Fetches further code that navigations need, along with the engine. */
  readonly preload: () => Promise<unknown>
  /** Fetches redirects that were not part of the page, and rejects when they do not arrive. */
  readonly fetchRules: (() => Promise<void>) | undefined
}
