import { expect, it } from 'vitest'
import { createMemoryHistory, createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import { createClientResolver } from '#app/navigation/routing-table/client/client-resolver.ts'
import { tableOf } from '#tests/shell/navigation/routing-table/tables.ts'

const table = tableOf({
  redirects: [
    { source: '/a', destination: '/b', permanent: true },
    { source: '/b', destination: '/c', permanent: false },
    { source: '/loop', destination: '/loop', permanent: false },
    { source: '/out', destination: 'https://example.com', permanent: false },
    { source: '/header', destination: '/c', permanent: false, has: [{ type: 'header', key: 'x' }] },
    { source: '/to-header', destination: '/header', permanent: false },
  ],
})

const root = createRootRoute()
const routeTree = root.addChildren([createRoute({ getParentRoute: () => root, path: '/$' })])
const router = createRouter({ routeTree, history: createMemoryHistory() })
const { follow } = createClientResolver(table, [], router, () => undefined)

it.each([
  ['/c?x=1', { type: 'direct', url: '/c?x=1' }],
  ['/de/a/?x=1#top', { type: 'direct', url: '/de/c?x=1#top' }],
  ['/DE/a', { type: 'direct', url: '/de/c' }],
  ['/en/c', { type: 'direct', url: '/c' }],
  ['/out', { type: 'document', url: 'https://example.com/' }],
  ['/loop', { type: 'document', url: '/loop' }],
  ['/to-header', { type: 'document', url: '/to-header' }],
  ['/%zz', { type: 'document', url: '/%zz' }],
])('%s: %j', (url, end) => {
  expect(follow(url, '')).toEqual(end)
})
