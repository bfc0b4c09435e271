// See browser.test.ts: the private parts that the navigation layer reads or writes and does not replace.
import { type AnyRoute, createBrowserHistory, createMemoryHistory } from '@tanstack/react-router'
import { expect, it, vi } from 'vitest'
import { makeRouter, real } from '#tests/fairlead/navigation/router-contract/router.tsx'

const make = async () => {
  const router = makeRouter({ isServer: false })
  router.history.subscribe(() => void router.load())
  await router.load()
  return router
}

it('an entry of the history has a key and an index, by which the router knows it', async () => {
  const router = await make()
  const entries = ['/item/1', '/item/2'].map((path) => {
    router.history.push(path)
    return router.history.location.state
  })
  expect(entries).toEqual([1, 2].map((__TSR_index) => expect.objectContaining({ __TSR_index }) as object))
  expect(new Set(entries.map(({ __TSR_key }) => __TSR_key)).size).toBe(2)
  for (const { __TSR_key } of entries) expect(__TSR_key).toMatch(/./)
  const { state } = router.parseLocation(router.history.location)
  expect(state).toMatchObject(entries[1] ?? {})
})

it('an entry that is written with a key and an index is taken over as it is', () => {
  const state = { __TSR_key: 'own', __TSR_index: 7 }
  const replaceState = vi.fn<() => void>()
  const window = {
    location: { pathname: '/item/1', search: '', hash: '' },
    history: { state, replaceState, pushState: vi.fn<() => void>() },
    addEventListener: () => undefined,
  }
  const history = createBrowserHistory({ window })
  expect(replaceState).not.toHaveBeenCalled()
  expect(history.location.state).toMatchObject(state)
})

it.each([
  [false, false],
  [undefined, true],
])('a navigation with `hashScrollIntoView: %s` leads to a location that says %s', async (hashScrollIntoView, said) => {
  const router = await make()
  await router.navigate({ to: '/item/1', hashScrollIntoView })
  await vi.waitFor(() => expect(router.state.resolvedLocation?.pathname).toBe('/item/1'), 30_000)
  expect(router.latestLocation.state).toHaveProperty('__hashScrollIntoViewOptions', said)
})

it('`updateLatestLocation` reads the entry of the history, and loads nothing', async () => {
  const router = makeRouter({ isServer: false, history: createMemoryHistory({ initialEntries: ['/'] }) })
  await router.load()
  const load = vi.spyOn(router, 'load')
  router.history.push('/item/1')
  expect(router.latestLocation.pathname).toBe('/')
  router.updateLatestLocation()
  expect(router.latestLocation.pathname).toBe('/item/1')
  expect(router.state.resolvedLocation?.pathname).toBe('/')
  expect(load).not.toHaveBeenCalled()
})

it.each([
  ['has a match of a layout in `_committed` does not load the layout', true, 1],
  ['has none loads it', false, 2],
])('a second router that %s', async (_, isAdopted, calls) => {
  const loader = vi.fn<() => string>(() => 'data of the layout')
  const makeWithLayout = () => {
    const router = makeRouter({ isServer: false, defaultStaleTime: Number.POSITIVE_INFINITY })
    Object.assign((real(router).routesById.__root__ as AnyRoute).options, { loader })
    return router
  }
  const first = makeWithLayout()
  await first.load()
  const committed = first._committed.filter(({ routeId }) => routeId === '__root__')
  expect(committed).toEqual([expect.objectContaining({ status: 'success', loaderData: 'data of the layout' })])

  const second = makeWithLayout()
  if (isAdopted) second._committed = committed.map((match) => ({ ...match, isFetching: false, _flight: undefined }))
  await second.load()
  expect(second.state.matches[0]?.loaderData).toBe('data of the layout')
  expect(loader).toHaveBeenCalledTimes(calls)
})
