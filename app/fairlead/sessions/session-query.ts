import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { createIsomorphicFn } from '@tanstack/react-start'
import { readKnownSession } from '#fairlead/sessions/current-session.server.ts'
import { invalidateQuery } from '#fairlead/navigation/prefetch/invalidated-queries.ts'
import { type KnownSession, SESSIONS } from '#fairlead/sessions/session.ts'
import { readCookie } from '#fairlead/platform/http/read-cookie.ts'

const fetchKnownSession = createIsomorphicFn()
  .server((): Promise<KnownSession> => readKnownSession())
  .client(async (): Promise<KnownSession> => {
    const { fetchSession } = await import('#fairlead/sessions/session.functions.ts')
    return fetchSession()
  })

/**
 * The session as the browser knows it, as for a name in the header of each page. A loader passes it to `context.load`;
 * components read it with `useQuery(sessionQuery)`.
 */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  // The query has no signal: a page that goes away must not cancel it while a guard waits for it.
  queryFn: () => fetchKnownSession(),
  // Signing in or out invalidates it.
  staleTime: Infinity,
  gcTime: Infinity,
})

export function readSessionState(): string | undefined {
  return readCookie(document.cookie, SESSIONS.stateCookie)
}

export function isSessionQuery({ queryKey }: { queryKey: readonly unknown[] }): boolean {
  return queryKey[0] === sessionQuery.queryKey[0]
}

export type SessionKnowledge =
  | { type: 'unknown' }
  /** Somebody signed in or out since. The cached data may be another person's. */
  | { type: 'changed' }
  | { type: 'known'; known: KnownSession; updatedAt: number }

/** `now` is in milliseconds since 1970, `state` the value of the cookie, see `readSessionState`. */
export function readKnowledge(queryClient: QueryClient, now: number, state: string | undefined): SessionKnowledge {
  const query = queryClient.getQueryState(sessionQuery.queryKey)
  const known = query?.data
  if (!query || !known || query.isInvalidated) return { type: 'unknown' }
  if (known.state !== state) return { type: 'changed' }
  if (known.session && known.session.expiresAt <= now) return { type: 'unknown' }
  return { type: 'known', known, updatedAt: query.dataUpdatedAt }
}

/**
 * Removes all data that was read for the person who was signed in: prefetched and visited pages alike. The data on the
 * screen is invalidated. The session itself stays if the cookie still names it.
 */
export function forgetData(queryClient: QueryClient, state: string | undefined): void {
  const cache = queryClient.getQueryCache()
  const isKnown = readKnowledge(queryClient, Date.now(), state).type === 'known'
  for (const query of cache.getAll()) {
    if (isKnown && isSessionQuery(query)) continue
    if (query.getObserversCount() === 0) cache.remove(query)
    else invalidateQuery(query)
  }
}

let guardedHref: string | undefined

/** Remembers the URL of a page, as path and search, that a guard lets the visitor see. In the browser. */
export function rememberGuarded(href: string): void {
  guardedHref = href
}

/** Returns the URL of the last page that a guard of this tab let through. Prefetches do not count. */
export const lastGuardedHref = () => guardedHref
