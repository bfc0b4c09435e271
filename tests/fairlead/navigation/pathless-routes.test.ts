import { createMemoryHistory, createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import { expect, it } from 'vitest'
import { prepareRoutes } from '#fairlead/navigation/router-members.ts'

function makeTree() {
  const root = createRootRoute()
  const locale = createRoute({
    getParentRoute: () => root,
    path: '{-$locale}',
    params: {
      parse: ({ locale: name }: { locale?: string | undefined }) =>
        name === undefined || name === 'de' ? { locale: name } : false,
    },
  })
  const layout = createRoute({ getParentRoute: () => locale, id: '_layout' })
  const inner = createRoute({ getParentRoute: () => layout, id: '_inner' })
  const page = createRoute({ getParentRoute: () => inner, path: 'page/$id' })
  return root.addChildren([locale.addChildren([layout.addChildren([inner.addChildren([page])])])])
}

function idsAt(tree: ReturnType<typeof makeTree>, path: string) {
  const router = createRouter({ routeTree: tree, history: createMemoryHistory({ initialEntries: [path] }) })
  const { pathname, search } = router.latestLocation
  const matches: { routeId: string; params: object }[] = router.matchRoutes(pathname, search)
  return matches.map(({ routeId, params }) => [routeId, params])
}

it('a layout without a path leaves the `params.parse` of its parent in place', () => {
  const tree = makeTree()
  prepareRoutes(tree)
  expect(idsAt(tree, '/unknown')[1]).toEqual(['/{-$locale}', { locale: undefined }])
  const params = { locale: 'de', id: '7' }
  expect(idsAt(tree, '/de/page/7').slice(1)).toEqual([
    ['/{-$locale}', params],
    ['/{-$locale}/_layout', params],
    ['/{-$locale}/_layout/_inner', params],
    ['/{-$locale}/_layout/_inner/page/$id', params],
  ])
})

it('the router has this fault by itself', () => {
  expect(idsAt(makeTree(), '/unknown')[1]).toEqual(['/{-$locale}', { locale: 'unknown' }])
})
