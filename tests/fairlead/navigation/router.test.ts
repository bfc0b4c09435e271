import { readdirSync, readFileSync } from 'node:fs'
import { expect, it, vi } from 'vitest'
import type { RouterHooks } from '#fairlead/navigation/router-hooks.ts'
import { BROWSER_PATCHES, patchRouter, SERVER_PATCHES, SHARED_PATCHES } from '#fairlead/navigation/router.tsx'
import { makeRouter, real } from '#tests/fairlead/navigation/router-contract/router.tsx'

const PATCHES = [...SHARED_PATCHES, ...BROWSER_PATCHES]

const folder = new URL('router-contract/', import.meta.url)
const contracts = readdirSync(folder)
  .filter((name) => name.endsWith('.test.ts'))
  .map((name) => readFileSync(new URL(name, folder), 'utf8'))
  .join('')

/** Replaced by functions of router.tsx that are no lists. */
const OTHERS = ['loader', 'beforeLoad', 'preload', 'routesById', 'startViewTransition', 'getDerivedStateFromProps']

it.each([...new Set([...PATCHES, ...SERVER_PATCHES].map(({ member }) => member)), ...OTHERS])(
  'the contract with TanStack has a test whose title names `%s`',
  (member) => {
    expect(contracts).toMatch(new RegExp(`it\\('[^']*\`${member}\``))
  },
)

const make = (hooks: RouterHooks) => {
  const router = makeRouter({ isServer: false })
  const originals = patchRouter(real(router), hooks, PATCHES)
  return { router, originals }
}

it.each([
  ['open', { to: '/item/1' }, '/item/1'],
  ['superseded', { to: '/item/1' }, '/'],
] as const)('a navigation waits for the gate, which says %s', async (decision, options, expected) => {
  const { promise, resolve } = Promise.withResolvers<typeof decision>()
  const { router } = make({ gate: () => promise })
  router.history.subscribe(() => void router.load())
  await router.load()
  const navigation = router.navigate(options)
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
  const { originals, router } = make({})
  const commit = vi.spyOn(router, 'commitLocation').mockResolvedValue()
  const options = isOfHook ? { ...asked, _fromLocation: router.latestLocation } : asked
  await router.navigate({ to: '/item/1', ...options })
  expect(originals.navigate).toBeTypeOf('function')
  expect(commit).toHaveBeenCalledTimes(times)
  vi.unstubAllGlobals()
})

it('a navigation of a document waits only if the gate says so', async () => {
  const gate = vi.fn<(isDocument: boolean) => undefined>()
  const { router, originals } = make({ gate })
  expect(originals.navigate).toBeTypeOf('function')
  const documentOf = { to: '/item/1', reloadDocument: true }
  void router.navigate(documentOf).catch(() => undefined)
  expect(gate).toHaveBeenCalledExactlyOnceWith(true)
  gate.mockReturnValue(Promise.resolve('superseded') as never)
  await expect(router.navigate(documentOf)).resolves.toBeUndefined()
})

it('what hooks replace has the earlier patches of a member: a built location has the search of its URL', () => {
  const { originals } = make({})
  expect(originals.buildLocation({ to: '/item/1', search: { page: 2 } }).search).toEqual({ page: 2 })
  expect(originals.buildLocation({ to: '/item/1?page=2' })).toMatchObject({ pathname: '/item/1' })
})

it('a location is spelt as Chromium spells it: with `|` and `^` of the path encoded, and of the hash not', () => {
  const { router } = make({})
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
