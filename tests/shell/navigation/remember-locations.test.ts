import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  type LocationRewrite,
  type ParsedLocation,
  retainSearchParams,
} from '@tanstack/react-router'
import { expect, it, vi } from 'vitest'
import { rememberLocations } from '#app/navigation/remember-locations.ts'

const ITEM = '/{-$locale}/item/$id'
const PATHS = ['/about', '/{-$locale}', ITEM, '/two/$a/$b', '/files/$', '/post-{$slug}.html']

async function createFixture(url = '/de/item/7', rewrite?: LocationRewrite, origin = 'http://a.example') {
  const root = createRootRoute()
  const search = createRoute({
    getParentRoute: () => root,
    path: '/search',
    validateSearch: (query): { tab?: string } => query,
    search: { middlewares: [retainSearchParams(['tab'])] },
  })
  const stringify = createRoute({
    getParentRoute: () => root,
    path: '/day/$day',
    params: { parse: ({ day }) => ({ day: Number(day) }), stringify: ({ day }) => ({ day: `day-${day}` }) },
  })
  const routes = PATHS.map((path) => createRoute({ getParentRoute: () => root, path }))
  const router = createRouter({
    routeTree: root.addChildren([...routes, search, stringify]),
    history: createMemoryHistory({ initialEntries: [url] }),
    origin,
    isServer: true,
    ...(rewrite && { rewrite }),
  })
  await router.load()
  const build = vi.fn<(destination: object) => ParsedLocation>(router.buildLocation)
  return { build, remembered: rememberLocations(build, router) }
}

it.each([
  { to: '/about' },
  { to: '/{-$locale}' },
  { to: '/{-$locale}', params: { locale: 'ja' } },
  { to: '/{-$locale}', params: { locale: undefined } },
  { to: ITEM },
  { to: ITEM, params: true },
  { to: ITEM, params: false },
  { to: ITEM, params: null },
  { to: ITEM, params: { id: '8' } },
  { to: ITEM, params: { id: 'a/b c?#%' } },
  { to: ITEM, params: (params: object) => ({ ...params, id: '9' }) },
  { to: ITEM, params: () => ({}) },
  { to: ITEM, params: (params: Record<string, string>) => void (params.id = '10') },
  { to: '/two/$a/$b', params: { a: '1', b: '2' } },
  { to: '/files/$', params: { _splat: 'a/b.txt' } },
  { to: '/files/$', params: {} },
  { to: '/post-{$slug}.html', params: { slug: 'first' } },
  { to: ITEM, params: { id: '8' }, from: '/about', preload: 'intent', className: 'x' },
])('returns the location that the router builds, and the same one again: %j', async (destination) => {
  const { build, remembered } = await createFixture()
  const { build: again, remembered: later } = await createFixture('/de/item/7')
  expect(remembered(destination)).toEqual(again(destination))
  expect(remembered(destination)).toBe(remembered(destination))
  expect(build.mock.calls.length).toBeLessThanOrEqual(1)
  // Another request, of another router with other routes.
  expect(later(destination)).toEqual(remembered(destination))
})

it.each([
  { to: '.' },
  { to: '../8' },
  { to: '/de/item/8' },
  { href: '/about' },
  { to: '/about', search: { a: 1 } },
  { to: '/about', hash: 'part' },
  { to: '/about', state: { a: 1 } },
  { to: '/about', mask: { to: '/search' } },
  { to: ITEM, params: { id: 8 } },
  { to: ITEM, params: { id: 'long'.repeat(100) } },
  { to: ITEM, params: { id: '8' }, _includeValidateSearch: true },
  { to: '/search' },
  { to: '/day/$day', params: { day: 3 } },
])('builds a location that depends on more each time: %j', async (destination) => {
  const { build, remembered } = await createFixture('/search?tab=all')
  expect(remembered(destination)).toEqual(remembered(destination))
  expect(build).toHaveBeenCalledTimes(2)
})

it('does not take params for one another', async () => {
  const { remembered } = await createFixture()
  const pairs = [
    { a: 'x', b: 'y 1:z' },
    { a: 'x 1:y', b: 'z' },
    { a: '-', b: 'undefined' },
    { a: 'undefined', b: '-' },
  ]
  const hrefs = pairs.map((params) => remembered({ to: '/two/$a/$b', params }).href)
  expect(new Set(hrefs).size).toBe(pairs.length)
})

it('inherits the params of the current page', async () => {
  const german = await createFixture('/de/item/7')
  const japanese = await createFixture('/ja/item/7')
  const link = { to: ITEM, params: (params: object) => ({ ...params, id: '8' }) }
  expect([german, japanese].map(({ remembered }) => remembered(link).href)).toEqual(['/de/item/8', '/ja/item/8'])
})

it('has locations for each rewrite and origin', async () => {
  const to = (host: string): LocationRewrite => ({ output: ({ url }) => Object.assign(url, { host }) })
  const rewrite = to('b.example')
  const here = await createFixture('/', rewrite)
  const there = await createFixture('/', rewrite, 'http://b.example')
  const other = await createFixture('/', to('c.example'))
  const hrefs = [here, there, other].map(({ remembered }) => remembered({ to: '/about' }).publicHref)
  expect(hrefs).toEqual(['http://b.example/about', '/about', 'http://c.example/about'])
})

it('does not remember a long origin, which a visitor may send', async () => {
  const { build, remembered } = await createFixture('/', undefined, `http://${'a'.repeat(400)}.example`)
  remembered({ to: '/about' })
  remembered({ to: '/about' })
  expect(build).toHaveBeenCalledTimes(2)
})

it('has a limit', async () => {
  const { build, remembered } = await createFixture()
  for (let id = 0; id < 5_000; id++) remembered({ to: ITEM, params: { id: `limit-${id}` } })
  build.mockClear()
  remembered({ to: ITEM, params: { id: 'limit-0' } })
  expect(build).toHaveBeenCalledOnce()
})
