// See browser.test.ts: how a document is made on the server, and taken over in the browser.
import { QueryCache, QueryClient } from '@tanstack/react-query'
import { createMemoryHistory } from '@tanstack/react-router'
import { hydrate } from '@tanstack/react-router/ssr/client'
import { attachRouterServerSsrUtils, transformHtmlStringWithRouter } from '@tanstack/react-router/ssr/server'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { makeRouter, real, spyOn, type TestRouter } from '#tests/fairlead/navigation/router-contract/router.tsx'

describe('a router on the server', () => {
  const make = (href: string, options: Record<string, unknown> = {}) => {
    const router = makeRouter({ isServer: true, ...options })
    router.update({ ...router.options, history: createMemoryHistory({ initialEntries: [href] }) })
    return router
  }
  const documentOf = async (router: TestRouter) => {
    await router.serverSsr?.dehydrate()
    return JSON.stringify(router.serverSsr?.takeInitialHydrationScriptTags())
  }
  const attach = (router: TestRouter) => attachRouterServerSsrUtils({ router: real(router), manifest: undefined })

  it('sends the matches as they are after `load`', async () => {
    const router = make('/failing')
    attach(router)
    await router.load()
    const match = router.stores.matches.get().at(-1) as unknown as { status: string; error: unknown; updatedAt: number }
    expect(match).toMatchObject({ status: 'error', error: expect.objectContaining({ message: 'a secret' }) as unknown })
    match.error = new Error('masked')
    match.updatedAt = 1234
    const document = await documentOf(router)
    expect(document).toContain('masked')
    expect(document).toContain('u:1234')
    expect(document).not.toContain('a secret')
  })

  it('asks `buildLocation` whether the address is spelt as it would spell it', async () => {
    const router = make('/item/1?tab=first')
    const build = spyOn(router, 'buildLocation')
    await router.load()
    expect(build.mock.calls[0]?.[0]).toEqual({
      to: '/item/1',
      search: true,
      params: true,
      hash: true,
      state: true,
      _includeValidateSearch: true,
    })
  })

  it('parses its address in `update` already', () => {
    const router = makeRouter({ isServer: true })
    const parse = vi.spyOn(router, 'parseLocation')
    router.update({ ...router.options, history: createMemoryHistory({ initialEntries: ['/item/5'] }) })
    expect(parse).toHaveBeenCalledOnce()
    expect(router.latestLocation.pathname).toBe('/item/5')
  })

  it('takes what `getMatchedRoutes` leaves of the path for a page that is not found', () => {
    const router = make('/item/1')
    const match = router.getMatchedRoutes
    router.getMatchedRoutes = (path) => {
      const found = match(path)
      found[1]['**'] ??= '/'
      return found
    }
    const matches = real(router).matchRoutes('/item/1', {}) as { _notFound?: boolean }[]
    expect(matches.filter(({ _notFound }) => _notFound)).toHaveLength(1)
    expect(router.getMatchedRoutes('/item/1')[1]).not.toBe(router.getMatchedRoutes('/item/1')[1])
  })

  it('sends what `dehydrate` gives', async () => {
    const router = make('/', { dehydrate: () => ({ rewritten: '/inside' }) })
    attach(router)
    await router.load()
    expect(await documentOf(router)).toContain(String.raw`rewritten:\"/inside\"`)
    router.serverSsr?.cleanup()
  })

  it('ends a document at once when everything in it is there, and calls what waits for the end', async () => {
    const ended = vi.fn<() => void>()
    const router = make('/')
    real(router).serverSsrLifecycle = { onServerSsrAttach: [({ onCleanup }) => onCleanup(ended)] }
    attach(router)
    await router.load()
    await documentOf(router)
    expect(await transformHtmlStringWithRouter(real(router), '<html></html>')).toBe('<!DOCTYPE html><html></html>')
    expect(ended).toHaveBeenCalledOnce()
  })
})

describe('a router that takes over a document', () => {
  afterEach(() => vi.unstubAllGlobals())

  it('calls `hydrate` with what was dehydrated, before the first location is there', async () => {
    const dehydratedData = { rewritten: '/inside' }
    vi.stubGlobal('self', {})
    vi.stubGlobal('window', { $_TSR: { router: { matches: [], dehydratedData }, buffer: [], h: () => undefined } })
    vi.stubGlobal('document', { querySelector: () => null })
    const seen: unknown[] = []
    const parse = vi.fn<() => void>()
    const router = makeRouter({
      isServer: false,
      hydrate: (data: typeof dehydratedData) => {
        seen.push(data.rewritten, parse.mock.calls.length)
      },
    })
    const original = router.parseLocation
    router.parseLocation = (...call) => {
      parse()
      return original(...call)
    }
    await hydrate(real(router))
    expect(seen).toEqual(['/inside', 0])
    expect(parse).toHaveBeenCalled()
  })
})

describe('a query that fails', () => {
  it('is told to the cache before anyone who waits for it, and its state may be changed there', async () => {
    const order: string[] = []
    const queryCache = new QueryCache({
      onError: (error, query) => {
        order.push(error.message)
        query.setState({ error: new Error('masked') })
      },
    })
    const queryClient = new QueryClient({ queryCache })
    const queryFn = () => Promise.reject(new Error('a secret'))
    await queryClient.query({ queryKey: ['key'], queryFn, retry: false }).catch(() => {
      order.push(String(queryClient.getQueryState(['key'])?.error?.message))
    })
    expect(order).toEqual(['a secret', 'masked'])
  })
})
