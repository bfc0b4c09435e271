import {
  type AnyRouter,
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  type HistoryLocation,
  type ParsedLocation,
  redirect,
  RouterContextProvider,
  type RouterHistory,
  useLinkProps,
} from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { renderToString } from 'react-dom/server'
import { vi } from 'vitest'

/** A router whose addresses are not checked by the routes of the application. */
export type TestRouter = Omit<
  AnyRouter,
  'navigate' | 'preloadRoute' | 'buildLocation' | 'parseLocation' | 'history'
> & {
  navigate: (options: object) => Promise<void>
  preloadRoute: (options: object) => Promise<unknown>
  buildLocation: (options: object) => ParsedLocation
  parseLocation: (location: HistoryLocation, previous?: ParsedLocation) => ParsedLocation
  history: RouterHistory
}

export const real = (router: TestRouter) => router as unknown as AnyRouter

export function makeRouter(options: { isServer: boolean } & Record<string, unknown>): TestRouter {
  const root = createRootRoute()
  const page = (path: string, more: object = {}) =>
    createRoute({ getParentRoute: () => root, path, component: () => null, ...more })
  return createRouter({
    routeTree: root.addChildren([
      page('/'),
      page('/item/$id', { validateSearch: ({ tab }: { tab?: string }) => ({ tab: tab ?? 'first' }) }),
      page('/failing', {
        loader: () => {
          throw new Error('a secret')
        },
      }),
      page('/moved', {
        loader: () => {
          throw redirect({ href: '/item/9' })
        },
      }),
    ]),
    history: createMemoryHistory({ initialEntries: ['/'] }),
    origin: 'http://localhost',
    defaultErrorComponent: () => null,
    ...options,
  } as Parameters<typeof createRouter>[0]) as unknown as TestRouter
}

/** Replaces a member by one that notes its calls and passes them on. */
export function spyOn(router: TestRouter, member: 'navigate' | 'preloadRoute' | 'commitLocation' | 'buildLocation') {
  return vi.spyOn(router, member as never) as unknown as ReturnType<typeof vi.fn<(options: object) => Promise<unknown>>>
}

/** The props of a link as a browser has them; effects do not run. */
export function linkProps(router: TestRouter, options: object): ComponentProps<'a'> {
  let props: ComponentProps<'a'> = {}
  const Probe = () => {
    props = (useLinkProps as (asked: object) => ComponentProps<'a'>)(options)
    return null
  }
  // React's server seals refs in development, and a link keeps its timer on one.
  const seal = vi.spyOn(Object, 'seal').mockImplementation((value: unknown) => value)
  renderToString(
    <RouterContextProvider router={real(router)}>
      <Probe />
    </RouterContextProvider>,
  )
  seal.mockRestore()
  return props
}
