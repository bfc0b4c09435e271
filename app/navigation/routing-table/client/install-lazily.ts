import type { AnyRouter } from '@tanstack/react-router'
import { withTimeout } from '#app/navigation/loading/with-timeout.ts'

/** Makes a router follow the rules, see install.ts. */
export type Install = (router: AnyRouter) => void

/**
 * Installs the rules of a table of redirects alone once they have come, so that a page is alive without them however
 * long the table is: no link that is drawn depends on a redirect, only where it leads does. Navigations wait for them;
 * if they cannot be had in `ROUTE_LOAD_TIMEOUT_MS`, the server is asked for the document, and follows its own table.
 *
 * @returns fetches the rules, for those who need them before a navigation does; never rejects
 */
export function installLazily(router: AnyRouter, fetchRules: () => Promise<Install>): () => Promise<void> {
  const { navigate } = router
  let isInstalled = false
  let coming: Promise<void> | undefined
  const bring = (): Promise<void> =>
    (coming ??= withTimeout(fetchRules()).then((install) => {
      install(router)
      isInstalled = true
    }))

  router.navigate = async (options) => {
    try {
      if (!isInstalled) await bring()
    } catch {
      // Who asks for the next page tries again.
      coming = undefined
      return navigate({ ...options, reloadDocument: true })
    }
    return navigate(options)
  }
  return () => bring().catch(() => {})
}
