import { withTimeout } from '#app/navigation/loading/with-timeout.ts'

/**
 * Returns what installs the rules of a table of redirects alone, so that a page is interactive without them however long
 * the table is: no drawn link depends on a redirect, only where it leads does. Navigations wait for them; without them
 * the server is asked for the document, and follows its own table.
 *
 * @returns rejects when they do not arrive within `ROUTE_LOAD_TIMEOUT_MS`; the next call tries again
 */
export function installLazily(fetchAndInstall: () => Promise<void>): () => Promise<void> {
  let loading: Promise<void> | undefined
  return () =>
    (loading ??= withTimeout(fetchAndInstall()).catch((error: unknown) => {
      loading = undefined
      throw error
    }))
}
