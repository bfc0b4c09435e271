import { expect, expectTypeOf, it } from 'vitest'
import { type FormLink, linkHref } from '#app/forms/form-link.ts'
import type { FormOutcome } from '#app/forms/handle-form.server.ts'

it.each<[string, { params?: object; search?: object; hash?: string }, string]>([
  ['/{-$locale}', {}, '/de'],
  ['/{-$locale}/tides', {}, '/de/tides'],
  ['/{-$locale}/tides', { params: { locale: 'en' } }, '/tides'],
  ['/{-$locale}/tides', { params: { locale: 'ja' } }, '/ja/tides'],
  ['/{-$locale}/tides', { params: { locale: '//evil.example' } }, '/de/tides'],
  ['/{-$locale}/tides/$port', { params: { port: 'Le Havre/Ost' } }, '/de/tides/Le%20Havre%2FOst'],
  ['/{-$locale}/tides/$port', { params: { port: '../x' } }, '/de/tides/..%2Fx'],
  ['/{-$locale}/tides/{-$port}', {}, '/de/tides'],
  ['/{-$locale}/tides/{-$port}', { params: { port: 7 } }, '/de/tides/7'],
  ['/{-$locale}/tides/chart-{$port}.svg', { params: { port: 'a b' } }, '/de/tides/chart-a%20b.svg'],
  ['/{-$locale}/docs/$', { params: { _splat: 'a/b c' } }, '/de/docs/a/b%20c'],
  ['/{-$locale}/docs/$', {}, '/de/docs'],
  [
    '/{-$locale}/tides',
    { search: { day: '2026-11-22', page: 2 }, hash: 'high' },
    '/de/tides?day=2026-11-22&page=2#high',
  ],
])('%s with %j leads to %s, in the language of the form', (to, options, href) => {
  expect(linkHref({ to, ...options }, 'de', undefined)).toBe(href)
})

it('a link is checked against the routes', () => {
  expectTypeOf<{ to: '/{-$locale}' }>().toExtend<FormLink>()
  expectTypeOf<{ to: '/{-$locale}'; params: { locale: 'de' }; flash: string }>().toExtend<FormOutcome>()
  expectTypeOf<{ to: '/{-$locale}'; params: { locale: 'xx' } }>().not.toExtend<FormLink>()
  expectTypeOf<{ to: '/nowhere' }>().not.toExtend<FormOutcome>()
  expectTypeOf<{ to: string }>().not.toExtend<FormOutcome>()
  expectTypeOf<{ bytes: number }>().toExtend<FormOutcome>()
})
