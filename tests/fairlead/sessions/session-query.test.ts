import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import type { KnownSession } from '#fairlead/sessions/session.ts'
import { forgetData, readKnowledge, sessionQuery } from '#fairlead/sessions/session-query.ts'

const NOW = Date.now()
const signedIn: KnownSession = { session: { subject: 'anna', expiresAt: NOW + 1_000 }, state: 'A' }
const signedOut: KnownSession = { session: undefined, state: undefined }

function clientWith(known?: KnownSession): QueryClient {
  const client = new QueryClient()
  if (known) client.setQueryData(sessionQuery.queryKey, known)
  return client
}

describe('a tab', () => {
  it.each<[string, KnownSession | undefined, string | undefined, number, string]>([
    ['has not asked', undefined, 'A', NOW, 'unknown'],
    ['has the session of the cookie', signedIn, 'A', NOW, 'known'],
    ['has seen that nobody is signed in', signedOut, undefined, NOW, 'known'],
    ['has a session that has expired', signedIn, 'A', NOW + 1_000, 'unknown'],
    ['has the session of somebody else', signedIn, 'B', NOW, 'changed'],
    ['has a session that was ended', signedIn, undefined, NOW, 'changed'],
    ['has none, and somebody signed in', signedOut, 'A', NOW, 'changed'],
  ])('that %s', (_, known, cookie, now, expected) => {
    expect(readKnowledge(clientWith(known), now, cookie).type).toBe(expected)
  })

  it('does not trust what is invalidated', async () => {
    const client = clientWith(signedIn)
    await client.invalidateQueries({ refetchType: 'none' })
    expect(readKnowledge(client, NOW, 'A').type).toBe('unknown')
  })

  it('forgets what it read for somebody, and invalidates what it shows', () => {
    const client = clientWith(signedIn)
    client.setQueryData(['orders'], ['rope'])
    client.setQueryData(['basket'], ['anchor'])
    const unsubscribe = new QueryObserver(client, { queryKey: ['basket'], enabled: false }).subscribe(() => {})
    forgetData(client, 'B')
    expect(client.getQueryData(['orders'])).toBeUndefined()
    expect(client.getQueryState(['basket'])?.isInvalidated).toBe(true)
    expect(client.getQueryData(sessionQuery.queryKey)).toBeUndefined()
    unsubscribe()
  })

  it('keeps the session if it is the one of the cookie', () => {
    const client = clientWith(signedIn)
    forgetData(client, 'A')
    expect(client.getQueryData(sessionQuery.queryKey)).toEqual(signedIn)
  })
})
