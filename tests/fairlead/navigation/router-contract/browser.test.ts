/*
 * Contracts that the navigation layer relies on in TanStack's packages beyond their types: that members of a router are read when
 * they are called, so that a replacement is seen, and when the options are called. No file of the application is
 * imported: what fails here has changed in a dependency.
 */
import { type AnyRoute, CatchBoundary, redirect, RouterContextProvider } from '@tanstack/react-router'
import { useServerFn } from '@tanstack/react-start'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { linkProps, makeRouter, real, spyOn } from '#tests/fairlead/navigation/router-contract/router.tsx'

const click = { button: 0, preventDefault: () => undefined, currentTarget: { getAttribute: () => null } } as never

describe('a router in the browser', () => {
  const make = async () => {
    const router = makeRouter({ isServer: false })
    router.history.subscribe(() => void router.load())
    await router.load()
    return router
  }

  it.each(['load', 'navigate', 'preloadRoute', 'commitLocation', 'parseLocation', 'buildLocation'] as const)(
    'has %s as a member of its own that can be replaced',
    async (member) => {
      expect(Object.getOwnPropertyDescriptor(await make(), member)).toMatchObject({
        writable: true,
        value: expect.any(Function) as unknown,
      })
    },
  )

  it('navigates by `navigate` when a link is clicked', async () => {
    const router = await make()
    const { onClick } = linkProps(router, { to: '/item/1' })
    const navigate = spyOn(router, 'navigate')
    onClick?.(click)
    expect(navigate).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ to: '/item/1' }))
    await vi.waitFor(() => expect(router.state.resolvedLocation?.pathname).toBe('/item/1'), 30_000)
  })

  it('navigates by `navigate`, with its options and `_fromLocation`, for a redirect of a server function', async () => {
    const router = await make()
    const navigate = spyOn(router, 'navigate')
    const _fromLocation = router.stores.location.get()
    const calls: (() => Promise<unknown>)[] = []
    const thrown = () => Promise.resolve(redirect({ href: '/item/1', calledFrom: '/' } as never))
    const Caller = () => {
      calls.push(useServerFn(thrown))
      return null
    }
    renderToString(createElement(RouterContextProvider, { router: real(router) } as never, createElement(Caller)))
    await calls[0]?.()
    expect(navigate).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ href: '/item/1', calledFrom: '/', _fromLocation }),
    )
  })

  it('preloads by `preloadRoute` when a link is touched', async () => {
    const router = await make()
    const { onTouchStart } = linkProps(router, { to: '/item/1', preload: 'intent' })
    const preload = spyOn(router, 'preloadRoute')
    onTouchStart?.({} as never)
    expect(preload).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ to: '/item/1', preload: 'intent' }))
    await preload.mock.results[0]?.value
  })

  it('builds the targets of links, preloads and navigations by `buildLocation`, and tells them apart', async () => {
    const router = await make()
    const build = spyOn(router, 'buildLocation')
    linkProps(router, { to: '/item/1' })
    expect(build.mock.calls.map(([options]) => options)).toEqual([
      expect.objectContaining({ to: '/item/1', _fromLocation: router.latestLocation }),
    ])
    expect(build.mock.calls[0]?.[0]).not.toHaveProperty('_includeValidateSearch')
    build.mockClear()

    await router.preloadRoute({ to: '/item/2', _includeValidateSearch: true })
    expect(build).toHaveBeenCalledExactlyOnceWith({ to: '/item/2', _includeValidateSearch: true })
    build.mockClear()

    await router.navigate({ to: '/item/3' })
    expect(build).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ to: '/item/3', _includeValidateSearch: true }),
    )
  })

  it('shows and preloads what `buildLocation` says', async () => {
    const router = await make()
    const build = router.buildLocation
    router.buildLocation = (options) => ({ ...build(options), publicHref: '/public?x=1' })
    expect(linkProps(router, { to: '/item/1' }).href).toBe('/public?x=1')
    const { promise, resolve } = Promise.withResolvers<string>()
    router.history.push = (href) => resolve(href)
    void router.navigate({ to: '/item/1' })
    expect(await promise).toBe('/public?x=1')
  })

  it('leaves a target that `buildLocation` calls external to the browser', async () => {
    const router = await make()
    const build = router.buildLocation
    router.buildLocation = (options) => ({ ...build(options), publicHref: '/served', external: true })
    const location = { href: '', replace: vi.fn<(href: string) => void>() }
    vi.stubGlobal('window', { location, origin: 'http://localhost' })
    await router.navigate({ to: '/item/1', replace: true })
    expect(location.replace).toHaveBeenCalledExactlyOnceWith('/served')
    expect(router.history.location.href).toBe('/')
  })

  it('commits navigations and redirects of loaders by `commitLocation`', async () => {
    const router = await make()
    const commit = spyOn(router, 'commitLocation')
    await router.navigate({ to: '/moved', resetScroll: false })
    await vi.waitFor(() => expect(router.state.resolvedLocation?.pathname).toBe('/item/9'), 30_000)
    expect(commit.mock.calls.map(([location]) => location)).toEqual([
      expect.objectContaining({ publicHref: '/moved', href: '/moved', resetScroll: false, replace: undefined }),
      expect.objectContaining({ publicHref: '/item/9?tab=first', replace: true, ignoreBlocker: true }),
    ])
  })

  it('commits to where it is without its history', async () => {
    const router = await make()
    const push = vi.spyOn(router.history, 'push')
    const load = vi.spyOn(router, 'load')
    await router.navigate({ to: '/' })
    expect(push).not.toHaveBeenCalled()
    expect(load).toHaveBeenCalledOnce()
  })

  it('is where `parseLocation` says, with its public address', async () => {
    const router = await make()
    const parse = router.parseLocation
    router.parseLocation = (location, previous) => ({
      ...parse(location, previous),
      pathname: '/item/7',
      publicHref: '/public',
    })
    await router.load()
    expect(router.latestLocation).toMatchObject({ pathname: '/item/7', publicHref: '/public' })
    expect(router.state.matches.at(-1)?.params).toEqual({ id: '7' })
  })

  it('shows matches by `setMatches` of its stores', async () => {
    const router = await make()
    const set = vi.spyOn(router.stores, 'setMatches')
    await router.navigate({ to: '/item/1' })
    await vi.waitFor(() => expect(router.state.resolvedLocation?.pathname).toBe('/item/1'), 30_000)
    expect(set).toHaveBeenCalled()
  })

  it('calls the loaders again for `invalidate`, which is a member that can be replaced', async () => {
    const router = await make()
    expect(Object.getOwnPropertyDescriptor(router, 'invalidate')).toMatchObject({ writable: true })
    const load = vi.spyOn(router, 'load')
    await router.invalidate()
    expect(load).toHaveBeenCalledOnce()
  })

  it('changes the page in `startViewTransition`', async () => {
    const router = await make()
    const start = vi.fn<(change: () => Promise<void>) => unknown>((change) => change())
    Object.assign(router, { startViewTransition: start })
    await router.navigate({ to: '/item/1' })
    await vi.waitFor(() => expect(router.state.resolvedLocation?.pathname).toBe('/item/1'), 30_000)
    expect(start).toHaveBeenCalledOnce()
  })

  it('reads `loader` and `beforeLoad` of a route when it is loaded', async () => {
    const router = await make()
    const route = real(router).routesByPath['/item/$id'] as AnyRoute
    const called: string[] = []
    Object.assign(route.options, {
      beforeLoad: () => void called.push('beforeLoad'),
      loader: () => void called.push('loader'),
    })
    await router.navigate({ to: '/item/1' })
    await vi.waitFor(() => expect(called).toEqual(['beforeLoad', 'loader']), 30_000)
  })

  it('calls `preload` of a component, as it is then, to load its code', async () => {
    const router = await make()
    const route = real(router).routesByPath['/item/$id'] as AnyRoute
    const preload = vi.fn<() => Promise<void>>(() => Promise.resolve())
    Object.assign(route.options, { component: Object.assign(() => null, { preload }) })
    await router.navigate({ to: '/item/1' })
    await vi.waitFor(() => expect(preload).toHaveBeenCalled(), 30_000)
  })

  it('loads the routes of `routesById`', async () => {
    const router = await make()
    const loader = vi.fn<() => void>()
    const id = '/item/$id'
    const route = Object.create(real(router).routesById[id] as object, { options: { value: { loader } } }) as AnyRoute
    Object.assign(router, { routesById: { ...real(router).routesById, [id]: route } })
    await router.navigate({ to: '/item/1' })
    await vi.waitFor(() => expect(loader).toHaveBeenCalled(), 30_000)
  })

  it('asks `getDerivedStateFromProps` of its error boundary, which can be replaced, with the match as the key', () => {
    expect(Object.getOwnPropertyDescriptor(CatchBoundary, 'getDerivedStateFromProps')).toMatchObject({ writable: true })
    const match = { status: 'error' }
    const props = { getResetKey: () => match } as never
    const state = { error: undefined, resetKey: undefined } as never
    expect(CatchBoundary.getDerivedStateFromProps(props, state)).toMatchObject({ resetKey: match })
  })

  it('keeps the scroll position where `scrollRestoration` says so after it was made', async () => {
    const router = await make()
    const scrollTo = vi.fn<() => void>()
    vi.stubGlobal('scrollTo', scrollTo)
    const { latestLocation: toLocation } = router
    const render = () =>
      router.emit({ type: 'onRendered', toLocation, pathChanged: true, hrefChanged: true, hashChanged: false })
    render()
    expect(scrollTo).toHaveBeenCalledOnce()
    router.update({ ...router.options, scrollRestoration: () => false })
    render()
    expect(scrollTo).toHaveBeenCalledOnce()
  })

  afterEach(() => vi.unstubAllGlobals())
})
