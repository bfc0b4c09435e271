import { type AnyRoute, createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import { describe, expect, it } from 'vitest'
import { pagePrefix, withoutLocale } from '#fairlead/navigation/locale/locale-route.ts'
import { findShellMessages } from '#fairlead/navigation/locale/page-route.ts'

/** The router caches the first tree of a process by its root, so each has its own. */
function routerOf(...paths: string[]) {
  const root = createRootRoute()
  const routes = paths.map((path) => createRoute({ getParentRoute: () => root, path } as never))
  return createRouter({ routeTree: root.addChildren(routes as never) as unknown as AnyRoute })
}

it.each([
  ['below the languages', ['/{-$locale}', '/embed'], '/{-$locale}'],
  ['at the root', ['/', '/tides/$port'], ''],
  ['at the root, with an optional param', ['/{-$page}'], ''],
])('the pages of a tree are %s', (_, paths, prefix) => {
  expect(pagePrefix(routerOf(...paths))).toBe(prefix)
})

it.each([
  ['/{-$locale}', '/'],
  ['/{-$locale}/', '/'],
  ['/{-$locale}/tides/$port', '/tides/$port'],
  ['/', '/'],
  ['/tides/{-$locale}', '/tides/{-$locale}'],
])('%s without the languages is %s', (route, path) => {
  expect(withoutLocale(route)).toBe(path)
})

describe('the messages of the shell', () => {
  const shell = { close: 'Close' }
  it.each([
    ['the route of the languages', [{ routeId: '__root__' }, { routeId: '/{-$locale}', loaderData: { shell } }]],
    [
      'the root',
      [
        { routeId: '__root__', loaderData: { shell } },
        { routeId: '/tides', loaderData: { shell: 1 } },
      ],
    ],
  ])('are found in %s', (_, matches) => {
    expect(findShellMessages(matches)).toBe(shell)
  })

  it.each([
    ['outside of the languages', [{ routeId: '__root__', loaderData: {} }, { routeId: '/embed' }]],
    ['where their loader failed', [{ routeId: '__root__', loaderData: undefined }]],
  ])('are missing %s', (_, matches) => {
    expect(findShellMessages(matches)).toBeUndefined()
  })
})
