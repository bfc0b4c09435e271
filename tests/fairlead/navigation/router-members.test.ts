import { readdirSync, readFileSync } from 'node:fs'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { RouterDelegates } from '#fairlead/navigation/router-types.ts'
import { replaceLocations, replaceNavigation } from '#fairlead/navigation/router-members.ts'
import { makeRouter, real } from '#tests/fairlead/navigation/router-contract/router.tsx'

const folder = new URL('router-contract/', import.meta.url)
const contracts = readdirSync(folder)
  .filter((name) => name.endsWith('.test.ts'))
  .map((name) => readFileSync(new URL(name, folder), 'utf8'))
  .join('')

it.each([
  'beforeLoad',
  'buildLocation',
  'commitLocation',
  'getDerivedStateFromProps',
  'getMatchedRoutes',
  'invalidate',
  'load',
  'loader',
  'navigate',
  'parseLocation',
  'preload',
  'preloadRoute',
  'routesById',
  'setMatches',
  'startViewTransition',
])('the contract with TanStack has a test whose title names `%s`', (member) => {
  expect(contracts).toMatch(new RegExp(`it\\('[^']*\`${member}\``))
})

const make = (delegates: RouterDelegates = {}) => {
  const router = makeRouter({ isServer: false })
  const navigate = vi.spyOn(router, 'navigate')
  const withoutRules = replaceLocations(real(router), delegates)
  replaceNavigation(real(router), delegates)
  return { router, navigate, withoutRules }
}

afterEach(() => vi.unstubAllGlobals())

it.each([
  ['open', '/item/1'],
  ['superseded', '/'],
] as const)('a navigation waits for the gate, which says %s', async (decision, expected) => {
  const { promise, resolve } = Promise.withResolvers<typeof decision>()
  const { router } = make({ gate: () => promise })
  router.history.subscribe(() => void router.load())
  await router.load()
  const navigation = router.navigate({ to: '/item/1' })
  expect(router.history.location.href).toBe('/')
  resolve(decision)
  await navigation
  expect(router.latestLocation.pathname).toBe(expected)
})

it.each([
  ['from the page that called', { calledFrom: '/here' }, true, 1],
  ['that arrives after the visitor went on', { calledFrom: '/before' }, true, 0],
  ['in a loader', { calledFrom: '/before', replace: true }, false, 1],
])('a redirect of a server function %s is followed', async (_, asked, isOfHook, times) => {
  vi.stubGlobal('location', { pathname: '/here' })
  const { router } = make()
  const commit = vi.spyOn(router, 'commitLocation').mockResolvedValue()
  const options = isOfHook ? { ...asked, _fromLocation: router.latestLocation } : asked
  await router.navigate({ to: '/item/1', ...options })
  expect(commit).toHaveBeenCalledTimes(times)
})

it('a navigation of a document waits only if the gate says so', async () => {
  const gate = vi.fn<(isDocument: boolean) => undefined>()
  const { router } = make({ gate })
  const documentOf = { to: '/item/1', reloadDocument: true }
  void router.navigate(documentOf).catch(() => undefined)
  expect(gate).toHaveBeenCalledExactlyOnceWith(true)
  gate.mockReturnValue(Promise.resolve('superseded') as never)
  await expect(router.navigate(documentOf)).resolves.toBeUndefined()
})

it.each([
  ['at once', () => ({ to: '/item/2' }), {}, '/item/2'],
  ['later', () => Promise.resolve({ to: '/item/2' }), {}, '/item/2'],
  ['not at all, when it is superseded', () => Promise.resolve(undefined), {}, undefined],
  ['as it is, without localized paths', undefined, {}, '/item/1'],
  ['as it is, for a document', () => ({ to: '/item/2' }), { reloadDocument: true }, '/item/1'],
] as const)('a navigation goes to its public URL %s', async (_, retarget, options, expected) => {
  const { router, navigate } = make(retarget && { retarget })
  navigate.mockResolvedValue()
  vi.stubGlobal('location', { pathname: '/' })
  await router.navigate({ to: '/item/1', ...options })
  expect(navigate.mock.lastCall?.[0]).toEqual(expected && { to: expected, ...options })
})

it('a navigation gets its public URL by the router that navigates, which may be that of a dialog', async () => {
  const retarget = vi.fn<NonNullable<RouterDelegates['retarget']>>(() => ({ to: '/item/2' }))
  const { router } = make({ retarget })
  await router.navigate({ to: '/item/1' })
  expect(retarget.mock.lastCall?.[1]).toBe(router)
})

it('a location that the server alone has waits for it, and is loaded as a document', async () => {
  const gate = vi.fn<(isDocument: boolean) => undefined>()
  const { router } = make({ gate })
  const location = { href: '', replace: vi.fn<(href: string) => void>() }
  vi.stubGlobal('window', { location, origin: 'http://localhost' })
  vi.stubGlobal('location', { pathname: '/' })
  await router.navigate({ to: '/file.pdf', replace: true })
  expect(gate.mock.calls).toEqual([[false], [true]])
  expect(location.replace).toHaveBeenCalledExactlyOnceWith('/file.pdf')
  expect(router.history.location.href).toBe('/')
})

describe('a navigation to the current hash', () => {
  const open = async () => {
    const { router } = make()
    const actions: string[] = []
    router.history.subscribe((event) => {
      actions.push(event.action.type)
      void router.load(event)
    })
    await router.navigate({ to: '/item/1', hash: 'part' })
    actions.length = 0
    return { router, actions, length: router.history.length }
  }

  it('is a navigation for the listeners of the history, adds no entry, and ends when the page has loaded', async () => {
    const { router, actions, length } = await open()
    const loaded = vi.fn<() => void>()
    router.subscribe('onResolved', loaded)
    await router.navigate({ to: '.', hash: 'part' })
    expect(actions).toEqual(['REPLACE'])
    expect(loaded).toHaveBeenCalledOnce()
    expect(router.history.length).toBe(length)
  })

  it('adds an entry if its state is another', async () => {
    const { router, actions, length } = await open()
    await router.navigate({ to: '.', hash: 'part', state: { from: 'a test' } })
    expect(actions).toEqual(['PUSH'])
    expect(router.history.length).toBe(length + 1)
  })
})

it('a location that is built without the rules has the search of its URL', () => {
  const { buildLocation } = make().withoutRules
  expect(buildLocation({ to: '/item/1', search: { page: 2 } }).search).toEqual({ page: 2 })
  expect(buildLocation({ to: '/item/1?page=2' })).toMatchObject({ pathname: '/item/1' })
})

it('a location is spelt as Chromium spells it: with `|` and `^` of the path encoded, and of the hash not', () => {
  const { router } = make()
  const search = { tab: 'first' }
  expect(router.buildLocation({ to: '/item/a^b|c', search, hash: 'x^|' })).toMatchObject({
    href: '/item/a%5Eb%7Cc?tab=first#x^|',
    publicHref: '/item/a%5Eb%7Cc?tab=first#x^|',
  })
  const entry = { href: '/item/a^b|c', pathname: '/item/a^b|c', search: '', hash: '', state: { __TSR_index: 0 } }
  expect(router.parseLocation(entry as never)).toMatchObject({
    pathname: '/item/a^b|c',
    publicHref: '/item/a%5Eb%7Cc',
  })
})
