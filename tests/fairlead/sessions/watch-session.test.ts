import { QueryClient, QueryObserver } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { watchSession } from '#fairlead/sessions/watch-session.ts'

afterEach(() => vi.unstubAllGlobals())

/** Starts the watch of a tab with a cookie, whose router reports its events by `emit`. */
function startWatch(queryClient: QueryClient) {
  const page = Object.assign(new EventTarget(), { cookie: 'session_state=anna' })
  vi.stubGlobal('document', page)
  vi.stubGlobal('self', {})
  vi.stubGlobal('addEventListener', () => {})
  const listeners = new Set<[string, () => void]>()
  const router = {
    stores: { status: { get: () => 'idle' } },
    subscribe: (type: string, listener: () => void) => {
      const entry: [string, () => void] = [type, listener]
      listeners.add(entry)
      return () => listeners.delete(entry)
    },
    clearCache: () => {},
  }
  watchSession(router as unknown as AnyRouter, queryClient)
  const emit = (type: string) => [...listeners].forEach(([name, listener]) => name === type && listener())
  return { page, emit }
}

it('a navigation that finds another session renews what stays on the screen, once it is done', async () => {
  const queryClient = new QueryClient()
  const read = vi.fn(() => Promise.resolve('a name'))
  const stop = new QueryObserver(queryClient, { queryKey: ['header'], queryFn: read }).subscribe(() => {})
  await vi.waitFor(() => expect(queryClient.getQueryData(['header'])).toBe('a name'))
  const { page, emit } = startWatch(queryClient)
  const navigate = async () => {
    emit('onBeforeNavigate')
    const before = read.mock.calls.length
    emit('onResolved')
    await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0))
    return [before, read.mock.calls.length]
  }
  expect(await navigate()).toEqual([1, 1])
  page.cookie = 'session_state=ben'
  expect(await navigate()).toEqual([1, 2])
  expect(await navigate()).toEqual([2, 2])
  stop()
  queryClient.clear()
})
