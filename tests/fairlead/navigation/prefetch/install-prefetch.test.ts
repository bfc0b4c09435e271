import { QueryObserver } from '@tanstack/react-query'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { mayPrefetch } from '#fairlead/navigation/prefetch/install-prefetch.ts'
import { application, flush, PAINT_MS, useClock } from '#tests/fairlead/navigation/prefetch/application.ts'

beforeEach(() => useClock())

describe('a prefetch through the router', () => {
  it('makes a fresh entry, and the click shows it without a request', async () => {
    const { prefetch, requests, entries, visit, shown, navigations } = await application()
    const { done } = await prefetch('/item/1')
    expect(requests).toMatchObject([{ url: '/api/1', purpose: 'prefetch' }])
    await requests[0]?.answer('one')
    await done
    expect(entries.list(Date.now())).toMatchObject([
      { target: '/item/1?tab=first', status: 'fresh', source: 'viewport' },
    ])
    await prefetch('/item/1')
    await visit('/item/1')
    expect(shown()).toBe('/item/1')
    expect(requests).toHaveLength(1)
    expect(entries.list(Date.now())).toMatchObject([{ status: 'reusable', hits: 1 }])
    expect(navigations.list()[0]).toMatchObject({
      target: '/item/1?tab=first',
      found: 'fresh',
      queries: { cached: 1, fetch: 0 },
      waits: [],
    })
  })

  it('spares the wait for data that a navigation without one has', async () => {
    const { requests, visit, navigations } = await application()
    await visit('/item/2')
    await requests[0]?.answer('two')
    expect(navigations.list()[0]?.waits).toEqual([{ for: 'data', name: '["/api/2"]' }])
  })

  it.each([
    ['fetches', 0, ['["/late"]']],
    ['fetches after the page is painted', PAINT_MS, []],
  ])(
    'a component of a prefetched page %s a query that was not, and the wait is recorded, if any',
    async (_, ms, names) => {
      const { prefetch, requests, visit, queryClient, query, navigations } = await application()
      await prefetch('/item/1')
      await requests[0]?.answer('one')
      await visit('/item/1')
      // A prefetch is no wait.
      await prefetch('/item/2')
      await vi.advanceTimersByTimeAsync(ms)
      const unsubscribe = new QueryObserver(queryClient, query('/late')).subscribe(() => {})
      await flush()
      expect(navigations.list()[0]?.waits).toEqual(names.map((name) => ({ for: 'data', name })))
      unsubscribe()
    },
  )

  it('counts what a navigation waited for before it began, once', async () => {
    const { visit, navigations } = await application()
    navigations.waitFor({ for: 'engine' })
    navigations.waitFor({ for: 'engine' })
    await visit('/missing')
    expect(navigations.list()[0]?.waits).toEqual([{ for: 'engine' }])
  })

  it('follows a redirect to its target, counted, and never moves the page', async () => {
    const { prefetch, requests, shown, entries, visit } = await application()
    for (const i of [1, 2, 3, 4, 5, 6]) await prefetch(`/moved/${i}`)
    for (let i = 0; i < 6; i++) {
      expect(requests.length - i).toBeLessThanOrEqual(5)
      await requests[i]?.answer('')
    }
    expect(requests).toHaveLength(6)
    expect(requests.every(({ purpose }) => purpose === 'prefetch')).toBe(true)
    expect(shown()).toBe('/')
    expect(entries.status('/item/5?tab=first', Date.now())).toBe('fresh')
    await visit('/moved/5')
    expect(shown()).toBe('/item/5')
    expect(requests).toHaveLength(6)
  })

  it('that finds nothing never moves the page', async () => {
    const { prefetch, shown, entries } = await application()
    await prefetch('/missing')
    expect(shown()).toBe('/')
    expect(entries.list(Date.now())).toEqual([])
  })

  it('that fails leaves no entry, and the click loads afresh, once', async () => {
    const { prefetch, requests, entries, visit, shown } = await application()
    await prefetch('/item/1')
    await requests[0]?.fail()
    expect(entries.list(Date.now())).toEqual([])
    await visit('/item/1')
    expect(requests).toMatchObject([{}, { purpose: null }])
    await requests[1]?.answer('one')
    expect(shown()).toBe('/item/1')
  })

  it('is not sent when it is not allowed, and links work', async () => {
    const { prefetch, requests, visit } = await application({ isAllowed: false })
    await prefetch('/item/1', 'intent')
    expect(requests).toEqual([])
    await visit('/item/1')
    expect(requests).toHaveLength(1)
  })

  it('takes the priority of the link that router links pass on', async () => {
    const { router, queue } = await application()
    queue.setPaused(true)
    for (const preload of ['render', undefined, 'viewport'] as const) {
      void router.preloadRoute({
        to: '/item/$id',
        params: { id: String(preload) },
        search: { tab: 'first' },
        ...(preload && { preload }),
      })
    }
    expect(queue.contents().waiting.map(({ trigger }) => trigger)).toEqual(['intent', 'viewport', 'render'])
  })
})

const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

describe('mayPrefetch', () => {
  it.each([
    [undefined, true],
    [{ effectiveType: '4g', saveData: false }, true],
    [{ effectiveType: '3g' }, true],
    [{ effectiveType: '2g' }, false],
    [{ effectiveType: 'slow-2g' }, false],
    [{ saveData: true }, false],
  ])('over the connection %j: %s', (connection, expected) => {
    expect(mayPrefetch({ userAgent: chrome, ...(connection && { connection }) })).toBe(expected)
  })

  it.each([
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'Mediapartners-Google',
    'AdsBot-Google (+http://www.google.com/adsbot.html)',
    'BingPreview/1.0b',
    'Mozilla/5.0 (compatible; Yahoo! Slurp)',
    'Baiduspider+(+http://www.baidu.com/search/spider.htm)',
    'facebookexternalhit/1.1',
    'WhatsApp/2.19.81 A',
    'ia_archiver (+http://www.alexa.com)',
    'Mozilla/5.0 (compatible; Google-InspectionTool/1.0)',
    'Mozilla/5.0 (compatible; YandexImages/3.0; +http://yandex.com/bots)',
  ])('refuses the bot %s', (userAgent) => {
    expect(mayPrefetch({ userAgent })).toBe(false)
  })

  it.each([
    `${chrome} YaBrowser/25.2.0`,
    chrome.replace('X11; Linux x86_64', 'Linux; Android 13; CUBOT X18'),
    'Mozilla/5.0 (Android 16; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 Version/26.0 Mobile Safari/604.1',
    chrome.replace('Chrome/', 'HeadlessChrome/'),
  ])('allows the browser %s', (userAgent) => {
    expect(mayPrefetch({ userAgent })).toBe(true)
  })
})
