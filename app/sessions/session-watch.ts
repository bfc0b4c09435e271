import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import type { SessionWatch } from '#app/sessions/watch-session.ts'

let start: (() => Promise<SessionWatch>) | undefined
let starting: Promise<SessionWatch | undefined> | undefined

/** Starts to watch who is signed in, once this tab has anything to do with a session. Nothing on the server. */
export function loadSessionWatch(): Promise<SessionWatch | undefined> {
  starting ??= start?.().catch(() => {
    // Offline: the next caller tries again.
    starting = undefined
    return undefined
  })
  return starting ?? Promise.resolve(undefined)
}

/** Prepares the watch of a tab. It starts with the first page or call that knows of a session. Once, in the browser. */
export function prepareSessionWatch(router: AnyRouter, queryClient: QueryClient): void {
  start = async () => {
    const { watchSession } = await import('#app/sessions/watch-session.ts')
    return watchSession(router, queryClient)
  }
  const unsubscribe = queryClient.getQueryCache().subscribe(({ query }) => {
    if ((query as { queryKey: readonly unknown[] }).queryKey[0] !== 'session') return
    unsubscribe()
    void loadSessionWatch()
  })
}

/**
 * Acts on a sign-in or sign-out that happened in this tab without the application's server, such as by the client of
 * another library. In the browser.
 */
export async function sessionChanged(): Promise<void> {
  ;(await loadSessionWatch())?.sessionChanged()
}
