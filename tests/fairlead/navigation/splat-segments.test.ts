import { describe, expect, it } from 'vitest'
import { locales } from '#fairlead/navigation/locale/locale.ts'
import { keepEncodedSlashes, splatSegments } from '#fairlead/navigation/splat-segments.ts'
import { memoryRouter } from '#tests/fairlead/navigation/memory-router.ts'

describe('segments of a catch-all', () => {
  it.each([
    ['/lab/echo', undefined],
    ['/lab/echo/', undefined],
    ['/de/lab/echo', undefined],
    ['/lab/echo/a/b', ['a', 'b']],
    ['/lab/echo/a%2Fb/c', ['a/b', 'c']],
    ['/ja/lab/echo/日本/é', ['日本', 'é']],
    ['/lab/echo/100%25', ['100%']],
    ['/lab/echo/%252F', ['%2F']],
    ['/lab/echo/%3F%23', ['?#']],
  ])('%s is %j', (pathname, segments) => {
    expect(splatSegments(pathname, '/lab/echo')).toEqual(segments)
  })
})

describe('encoded slashes of a catch-all', () => {
  const [locale = ''] = locales.toReversed()
  const buildFrom = (url: string, destination: object) => {
    const router = memoryRouter(['/{-$locale}/echo/$', '/x'], url)
    return keepEncodedSlashes(router.buildLocation(destination as never), { ...destination }, router)
  }
  const change = (params: object) => ({ params: (all: object) => ({ ...all, ...params }) })

  it.each([
    ['/echo/a%2Fb/c|d', { to: '.', search: { q: 1 } }, '/echo/a%2Fb/c%7Cd?q=1'],
    ['/echo/a%2fb', { to: '.', hash: 'h' }, '/echo/a%2fb#h'],
    ['/echo/a%2Fb/日', { to: '.', ...change({ locale }) }, `/${locale}/echo/a%2Fb/%E6%97%A5`],
    [`/${locale}/echo/a%2Fb%20c%25`, { to: '.', ...change({ locale: undefined }) }, '/echo/a%2Fb%20c%25'],
    ['/echo/a%2Fb', { to: '/{-$locale}/echo/$', params: true }, '/echo/a%2Fb'],
    ['/echo/a%2Fb', { search: {} }, '/echo/a%2Fb'],
    // Another page.
    ['/echo/a%2Fb', { to: '.', params: { _splat: 'a/b' } }, '/echo/a/b'],
    ['/echo/a%2Fb', { to: '/echo/a/b' }, '/echo/a/b'],
    ['/echo/a%2Fb', { to: '/x' }, '/x'],
    ['/echo/a%2Fb', { to: '.', ...change({ _splat: 'c' }) }, '/echo/c'],
    ['/echo/a/b', { to: '.', search: {} }, '/echo/a/b'],
  ])('of %s: a link %j leads to %s', (url, destination, href) => {
    expect(buildFrom(url, destination)).toMatchObject({ href, publicHref: href })
  })
})
