import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { getRouterInstance } from '@tanstack/react-start'
import type { SessionWatch } from '#fairlead/sessions/watch-session.ts'

let starting: Promise<SessionWatch | undefined> | undefined

async function start(): Promise<SessionWatch | undefined> {
  // In a browser this is the router itself, or undefined before the router was created.
  const router = getRouterInstance() as AnyRouter | undefined
  if (!router) return undefined
  try {
    const { watchSession } = await import('#fairlead/sessions/watch-session.ts')
    return watchSession(router, (router.options.context as { queryClient: QueryClient }).queryClient)
  } catch {
    // Offline: the next caller tries again.
    starting = undefined
    return undefined
  }
}

/** Watches who is signed in, from now on. Nothing on the server. */
export function loadSessionWatch(): Promise<SessionWatch | undefined> {
  if (typeof document === 'undefined') return Promise.resolve(undefined)
  starting ??= start()
  return starting
}

/** Watches who is signed in once the document has loaded. Nothing on the server. */
export function loadSessionWatchLater(): void {
  if (typeof document === 'undefined') return
  if (document.readyState === 'complete') void loadSessionWatch()
  else addEventListener('load', () => void loadSessionWatch(), { once: true })
}

/**
 * Acts on a sign-in or sign-out that happened in this tab without the application's server, such as by the client of
 * another library. In the browser.
 */
export async function sessionChanged(): Promise<void> {
  ;(await loadSessionWatch())?.sessionChanged()
}
