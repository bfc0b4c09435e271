import { createMemoryHistory, createRootRoute, createRoute, createRouter } from '@tanstack/react-router'

/** Creates a router in memory with a page at each of these paths, which is at an address. */
export function memoryRouter(paths: readonly string[], address = '/', options: object = {}) {
  const root = createRootRoute()
  const pages = paths.map((path) => createRoute({ getParentRoute: () => root, path }))
  const history = createMemoryHistory({ initialEntries: [address] })
  const router = createRouter({ routeTree: root.addChildren(pages), history, origin: 'http://localhost', ...options })
  router.updateLatestLocation()
  return router
}
