import { expect, it } from 'vitest'
import { followRedirects } from '#app/navigation/routing-table/match/resolve.ts'
import { browsed, tableOf } from '#tests/shell/navigation/routing-table/tables.ts'

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

it.each([
  ['/c?x=1', { type: 'arrived', url: '/c?x=1' }],
  ['/de/a/?x=1#top', { type: 'arrived', url: '/de/c?x=1#top' }],
  ['/DE/a', { type: 'arrived', url: '/de/c' }],
  ['/en/c', { type: 'arrived', url: '/c' }],
  ['/out', { type: 'external', location: 'https://example.com/' }],
  ['/loop', { type: 'loop', url: '/loop' }],
  ['/to-header', { type: 'ask-server', by: 'redirects[4]' }],
  ['/%zz', { type: 'malformed' }],
])('%s: %j', (url, end) => {
  expect(followRedirects(table, browsed(url))).toEqual(end)
})
