import { createMemoryHistory, createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import { expect, it } from 'vitest'
import { readQueryInTo } from '#app/navigation/search-params.ts'
import { parseSearch, stringifySearch } from '#app/navigation/search-params.ts'

const root = createRootRoute()
const routeTree = root.addChildren([createRoute({ getParentRoute: () => root, path: '/x' })])
const router = createRouter({
  routeTree,
  parseSearch,
  stringifySearch,
  history: createMemoryHistory({ initialEntries: ['/x'] }),
})
const build = readQueryInTo(router.buildLocation as never, undefined, router)

it.each([
  [{ to: '/x?u=http://y' }, '/x', { u: 'http://y' }, ''],
  [{ to: '/x?u=http://y/z#a//b' }, '/x', { u: 'http://y/z' }, 'a//b'],
  [{ to: '/x#part' }, '/x', {}, 'part'],
  [{ to: '?a=b' }, '/x', { a: 'b' }, ''],
  [{ to: '/x?a=b#c', search: { d: 'e' }, hash: 'f' }, '/x', { d: 'e' }, 'f'],
  [{ to: '/x' }, '/x', {}, ''],
])('%j', (destination, pathname, search, hash) => {
  expect(build(destination)).toMatchObject({ pathname, search, hash })
})
