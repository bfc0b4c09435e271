import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
} from '@tanstack/react-router'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { loadRouteChunks, RouteChunkError } from '#fairlead/navigation/loading/route-chunks.ts'

beforeEach(() => {
  // A lazy component behaves as in a browser only where there is a window.
  vi.stubGlobal('window', { origin: 'http://localhost' })
  return () => vi.unstubAllGlobals()
})

const Page = () => null

function routerWith(importer: () => Promise<{ default: typeof Page }>, lazy?: () => Promise<never>) {
  const root = createRootRoute()
  const split = createRoute({ getParentRoute: () => root, path: '/split', component: lazyRouteComponent(importer) })
  const whole = createRoute({ getParentRoute: () => root, path: '/whole', component: Page })
  const file = createRoute({ getParentRoute: () => root, path: '/file' })
  if (lazy) file.lazyFn = lazy
  return createRouter({
    routeTree: root.addChildren([split, whole, file]),
    history: createMemoryHistory({ initialEntries: ['/'] }),
    isServer: false,
    origin: 'http://localhost',
  })
}

describe('loadRouteCode', () => {
  it('has nothing to wait for in a route that is not split', async () => {
    const router = routerWith(async () => ({ default: Page }))
    await expect(loadRouteChunks(router, '/whole')).resolves.toBeUndefined()
  })

  it('loads the component of a split route once: it joins a load that is under way, or done', async () => {
    const { promise, resolve } = Promise.withResolvers<{ default: typeof Page }>()
    const importer = vi.fn(() => promise)
    const router = routerWith(importer)
    const both = Promise.all([loadRouteChunks(router, '/split'), loadRouteChunks(router, '/split')])
    resolve({ default: Page })
    await both
    await loadRouteChunks(router, '/split')
    expect(importer).toHaveBeenCalledTimes(1)
  })

  it('rejects when the chunk is missing, and loads it when it is there again', async () => {
    const importer = vi.fn(async () => ({ default: Page }))
    importer.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module: /x.js'))
    const router = routerWith(importer)
    await expect(loadRouteChunks(router, '/split')).rejects.toBeInstanceOf(RouteChunkError)
    await expect(loadRouteChunks(router, '/split')).resolves.toBeUndefined()
  })

  it('rejects when the file of a lazy route is missing', async () => {
    const router = routerWith(
      async () => ({ default: Page }),
      () => Promise.reject(new TypeError('gone')),
    )
    await expect(loadRouteChunks(router, '/file')).rejects.toThrow('gone')
  })
})
