import { QueryClient, QueryObserver } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { watchSession } from '#fairlead/sessions/watch-session.ts'

afterEach(() => vi.unstubAllGlobals())

/** Starts the watch of a tab with a cookie, whose router reports its events by `emit`. */
function startWatch(queryClient: QueryClient) {
  const documentElement = { style: { visibility: '' } }
  const page = Object.assign(new EventTarget(), { cookie: 'session_state=anna', documentElement })
  const channels = new Set<EventTarget>()
  class Channel extends EventTarget {
    constructor() {
      super()
      channels.add(this)
    }
    postMessage() {}
    close() {
      channels.delete(this)
    }
  }
  vi.stubGlobal('document', page)
  vi.stubGlobal('self', { BroadcastChannel: Channel })
  vi.stubGlobal('BroadcastChannel', Channel)
  vi.stubGlobal('location', { pathname: '/', search: '', hash: '' })
  const view = new EventTarget()
  vi.stubGlobal('addEventListener', view.addEventListener.bind(view))
  const listeners = new Set<[string, () => void]>()
  const router = {
    stores: { status: { get: () => 'idle' }, matches: { get: () => [] } },
    invalidate: vi.fn(),
    subscribe: (type: string, listener: () => void) => {
      const entry: [string, () => void] = [type, listener]
      listeners.add(entry)
      return () => listeners.delete(entry)
    },
    clearCache: () => {},
  }
  watchSession(router as unknown as AnyRouter, queryClient)
  const emit = (type: string) => [...listeners].forEach(([name, listener]) => name === type && listener())
  return { page, emit, channels, view, invalidate: router.invalidate }
}

it('hears of no other tab while its page may be in the back/forward cache, and looks for itself afterwards', () => {
  const { page, channels, view, invalidate } = startWatch(new QueryClient())
  const hear = () => channels.forEach((channel) => channel.dispatchEvent(new Event('message')))
  expect(channels.size).toBe(1)
  view.dispatchEvent(new Event('pagehide'))
  expect(channels.size).toBe(0)

  page.cookie = 'session_state=ben'
  view.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  expect(invalidate).toHaveBeenCalledTimes(1)
  page.cookie = 'session_state=eve'
  hear()
  expect(invalidate).toHaveBeenCalledTimes(2)
})

it('looks who is signed in when its page is shown, not when it is hidden', () => {
  const { page, invalidate } = startWatch(new QueryClient())
  page.cookie = 'session_state=ben'
  for (const [visibilityState, times] of [
    ['hidden', 0],
    ['visible', 1],
  ] as const) {
    Object.assign(page, { visibilityState }).dispatchEvent(new Event('visibilitychange'))
    expect(invalidate).toHaveBeenCalledTimes(times)
  }
})

/** The states of a tab's cookie, and whether a navigation that finds one renews what stays on the screen. */
const STATES: [what: string, ...states: [state: string, isRenewed: boolean][]][] = [
  ['somebody else is signed in', ['anna', false], ['ben', true], ['ben', false]],
  ['another library has signed in, before and after the session is read', ['.1', true], ['ben.1', false]],
  ['another library has signed in twice', ['.1', true], ['ben.2', true]],
]

it.each(STATES)('a navigation renews what stays on the screen once it is done, if %s', async (_, ...states) => {
  const queryClient = new QueryClient()
  const read = vi.fn(() => Promise.resolve('a name'))
  const stop = new QueryObserver(queryClient, { queryKey: ['header'], queryFn: read }).subscribe(() => {})
  await vi.waitFor(() => expect(queryClient.getQueryData(['header'])).toBe('a name'))
  const { page, emit } = startWatch(queryClient)
  for (const [state, isRenewed] of states) {
    page.cookie = `session_state=${state}`
    read.mockClear()
    emit('onBeforeNavigate')
    expect(read).not.toHaveBeenCalled()
    emit('onResolved')
    await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0))
    expect(read).toHaveBeenCalledTimes(isRenewed ? 1 : 0)
  }
  stop()
  queryClient.clear()
})
