import type { QueryClient } from '@tanstack/react-query'
import type { AnyRoute, AnyRouter } from '@tanstack/react-router'
import { withoutBasePath } from '#fairlead/platform/base-path.ts'
import { isGuarded } from '#fairlead/navigation/guarded-routes.ts'
import { refetchShown } from '#fairlead/navigation/prefetch/invalidated-queries.ts'
import {
  forgetData,
  isSessionQuery,
  lastGuardedHref,
  readKnowledge,
  readSessionState,
  sessionQuery,
} from '#fairlead/sessions/session-query.ts'

const CHANNEL = 'session'

/** Milliseconds between two reloads at least, so that a broken session cannot loop. */
const REPEAT_MS = 5_000

export type SessionWatch = {
  /** Acts on a sign-in or sign-out in this tab that the server did not see, such as through another library. */
  readonly sessionChanged: () => void
  /** Acts on the 401 of a call. Never settles when the page asked for gives way to the sign-in page. */
  readonly handleSignedOut: (method: string) => Promise<void>
}

/** True when the page on the screen, or the one that is open over it, is behind a guard. */
function showsGuarded({ stores, routesById }: AnyRouter): boolean {
  const matches: { routeId: string }[] = stores.matches.get()
  const routes = routesById as Record<string, AnyRoute | undefined>
  return (
    matches.some(({ routeId }) => routes[routeId] && isGuarded(routes[routeId])) ||
    lastGuardedHref() === withoutBasePath(location.pathname + location.search + location.hash)
  )
}

/** Loads a new document of the page, as the person who is signed in now gets it. */
function reload(): void {
  document.documentElement.style.visibility = 'hidden'
  location.reload()
}

/**
 * Watches who is signed in. When that changes, in this tab or another, it removes all data of the person before. A page
 * behind a guard gives way to a new document; any other page is renewed. Call it once, in the browser.
 */
export function watchSession(router: AnyRouter, queryClient: QueryClient): SessionWatch {
  const openChannel = () => {
    if (!('BroadcastChannel' in self)) return undefined
    const opened = new BroadcastChannel(CHANNEL)
    opened.addEventListener('message', () => check())
    return opened
  }
  let channel = openChannel()
  let state = readSessionState()
  let lastSignedOut = Number.NEGATIVE_INFINITY
  const isNavigating = () => router.stores.status.get() === 'pending'

  // Other tabs then compare the cookie with their own state.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origins
  const tellOthers = () => channel?.postMessage('changed')
  /** Renews data that the pages before and after a navigation share, such as a name in the header, when it ends. */
  const renewFrame = () => {
    const stop = router.subscribe('onResolved', () => {
      stop()
      void refetchShown(queryClient)
    })
  }
  const change = (goesOn: boolean) => {
    state = readSessionState()
    tellOthers()
    forgetData(queryClient, state)
    router.clearCache()
    // The navigation asks the server, and leaves this page.
    if (goesOn) {
      void queryClient.refetchQueries({ queryKey: sessionQuery.queryKey, type: 'active' })
      renewFrame()
    } else if (showsGuarded(router)) reload()
    else void router.invalidate()
  }
  const check = (goesOn = isNavigating()) => {
    const current = readSessionState()
    // A response has read the session of a state that was left open: until then nothing was read for anybody.
    if (state?.startsWith('.') && current?.endsWith(state)) state = current
    if (current !== state || readKnowledge(queryClient, Date.now(), current).type === 'changed') change(goesOn)
  }

  document.addEventListener('visibilitychange', () => {
    // A page that leaves after a sign-out by a form is hidden, and a reload would take the place of the next page.
    if (document.visibilityState !== 'hidden') check()
  })
  router.subscribe('onBeforeNavigate', () => check(true))
  queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && isSessionQuery(query as { queryKey: readonly unknown[] })) check()
  })
  // A page from the back/forward cache stays hidden until it is clear whose it is.
  addEventListener('pagehide', () => {
    // A message to a page in that cache takes it out of it, in Chromium, and the next page of this tab sends one.
    channel?.close()
    channel = undefined
    if (showsGuarded(router)) document.documentElement.style.visibility = 'hidden'
  })
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    channel = openChannel()
    document.documentElement.style.visibility = ''
    check()
  })
  // This tab may be the one where somebody signed in.
  tellOthers()
  // The document may be older than the last sign-out.
  check()

  return {
    sessionChanged: () => change(isNavigating()),
    async handleSignedOut(method) {
      queryClient.removeQueries({ queryKey: sessionQuery.queryKey })
      // The end of the session is known now, so `check` does nothing. Only a sign-in takes the page off the screen.
      state = readSessionState()
      const [routes] = router.getMatchedRoutes(router.latestLocation.pathname) as unknown as [AnyRoute[]]
      // A form keeps its input, and a visitor who stays on a page keeps the page.
      if (method !== 'GET' || !isNavigating() || !routes.some(isGuarded)) return
      const now = Date.now()
      if (now - lastSignedOut < REPEAT_MS) return
      lastSignedOut = now
      forgetData(queryClient, readSessionState())
      // The guard asks the server, and leads to the sign-in page.
      void router.invalidate()
      await new Promise<never>(() => {})
    },
  }
}
