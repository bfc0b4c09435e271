import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { createIsomorphicFn } from '@tanstack/react-start'
import { markAsGuard } from '#fairlead/navigation/guarded-routes.ts'
import type { RouteTo } from '#fairlead/navigation/routing-table/parse/route-path.ts'
import { markPersonal, readKnownSession } from '#fairlead/sessions/current-session.server.ts'
import { loadSessionWatchLater } from '#fairlead/sessions/load-session-watch.ts'
import {
  type KnownSession,
  type Permission,
  requirePermission,
  SESSIONS,
  type VisibleSession,
} from '#fairlead/sessions/session.ts'
import {
  forgetData,
  readKnowledge,
  readSessionState,
  rememberGuarded,
  sessionQuery,
} from '#fairlead/sessions/session-query.ts'

type GuardContext = {
  readonly context: { readonly queryClient: QueryClient }
  readonly location: { readonly publicHref: string }
  readonly preload: boolean
}

/**
 * Returns the session for a guard. The server reads it for each request. A tab trusts the session that it knows as long
 * as the cookie that names it is the same. It asks the server when it knows none, or somebody signed in or out.
 */
const knownSession = createIsomorphicFn()
  .server(async ({ context: { queryClient } }: GuardContext): Promise<KnownSession> => {
    markPersonal()
    const known = await readKnownSession()
    // The browser gets it with the document.
    queryClient.setQueryData(sessionQuery.queryKey, known)
    return known
  })
  .client(async ({ context: { queryClient }, preload }: GuardContext): Promise<KnownSession> => {
    const now = Date.now()
    const state = readSessionState()
    const knowledge = readKnowledge(queryClient, now, state)
    const ask = () => queryClient.query({ ...sessionQuery, staleTime: 0 })
    if (knowledge.type === 'changed') forgetData(queryClient, state)
    if (knowledge.type !== 'known') return ask()
    const isRecent = now - knowledge.updatedAt < SESSIONS.recheckMs
    // Another library may have signed somebody in without setting the cookie.
    if (!knowledge.known.session) return preload && isRecent ? knowledge.known : ask()
    // The navigation does not wait for the answer, which notices a session that was revoked elsewhere.
    if (!isRecent) ask().catch(() => {})
    return knowledge.known
  })

/**
 * Returns a `beforeLoad` that lets only people who are signed in see a route and those below it, on hard loads, soft
 * navigations and prefetches alike. Everybody else is redirected to the sign-in page, with their URL as `next`. Whoever
 * lacks the permission gets 403. The session is in the route's context.
 *
 * It spares visitors pages that they cannot use. What protects the data is `sessionMiddleware` on every server function.
 *
 * @param signIn the sign-in page, as `to` of a link names it
 */
export function requireSession(signIn: RouteTo, permission?: Permission) {
  const to: string = signIn
  loadSessionWatchLater()
  const guard = markAsGuard(async (context: GuardContext): Promise<{ session: VisibleSession }> => {
    const { session } = await knownSession(context)
    if (!import.meta.env.SSR && session && !context.preload) rememberGuarded(context.location.publicHref)
    if (session && permission !== undefined) requirePermission(session, permission)
    if (session) return { session }
    throw redirect({ to, search: { next: context.location.publicHref } as never })
  })
  Object.assign(guard, { signIn: to, permission })
  return guard
}
