import { type AnyRouter, lazyRouteComponent } from '@tanstack/react-router'
import { beforeEach, expect, it, vi } from 'vitest'
import { preventSecondReload } from '#fairlead/navigation/loading/route-load-limit.ts'

const MESSAGE = 'Failed to fetch dynamically imported module: /page.js'

const stored = new Map<string, string>()
const listeners: ((event: object) => void)[] = []
const reload = vi.fn<() => void>()

beforeEach(() => {
  stored.clear()
  listeners.length = 0
  reload.mockClear()
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  }
  vi.stubGlobal('sessionStorage', storage)
  vi.stubGlobal('window', { location: { reload } })
  vi.stubGlobal('addEventListener', (_: string, listener: (event: object) => void) => listeners.push(listener))
  return () => vi.unstubAllGlobals()
})

/** Renders a page whose chunk is missing, as the router does. Resolves to true if it throws the error. */
async function throwsMissing(): Promise<boolean> {
  const Page = lazyRouteComponent(() => Promise.reject<{ default: () => null }>(new TypeError(MESSAGE)))
  await Page.preload?.()
  for (const listener of listeners) listener({ payload: new TypeError(MESSAGE) })
  try {
    ;(Page as (props: object) => unknown)({})
  } catch (thrown) {
    // A page that is about to be reloaded suspends instead.
    return thrown instanceof TypeError
  }
  return false
}

it.each([
  ['reloads the document for a missing chunk when nothing watches the navigation', false, 1],
  ['leaves a missing chunk to the chunk timeout while that watches the navigation', true, 0],
])('the router %s', async (_, isWatched, times) => {
  const router = { latestLocation: { href: '/page', pathname: '/page' }, stores: { status: { get: () => 'pending' } } }
  preventSecondReload(router as unknown as AnyRouter, () => isWatched)
  expect(await throwsMissing()).toBe(isWatched)
  expect(reload).toHaveBeenCalledTimes(times)
})
