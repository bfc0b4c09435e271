import { expect, expectTypeOf, it } from 'vitest'
import type { FormOutcome } from '#fairlead/forms/handle-form.server.ts'
import { defaultLocale, type Locale, locales } from '#fairlead/navigation/locale/locale.ts'
import { linkHref, type PageLink, publicUrl } from '#fairlead/navigation/locale/page-link.ts'
import { readBaseUrl } from '#fairlead/navigation/locale/request-info.ts'

/** The language of the form, and the prefix of its pages. */
const LOCALE = locales.at(-1) ?? defaultLocale
// A string: with one language alone there is none but the default.
const name: string = LOCALE
const PREFIX = name === defaultLocale ? '' : `/${name}`

it.each<[string, { params?: object; search?: object; hash?: string }, string]>([
  ['/{-$locale}', {}, PREFIX || '/'],
  ['/{-$locale}/tides', {}, `${PREFIX}/tides`],
  ['/{-$locale}/tides', { params: { locale: defaultLocale } }, '/tides'],
  ['/{-$locale}/tides', { params: { locale: '//evil.example' } }, `${PREFIX}/tides`],
  ['/{-$locale}/tides/$port', { params: { port: 'Le Havre/Ost' } }, `${PREFIX}/tides/Le%20Havre%2FOst`],
  ['/{-$locale}/tides/$port', { params: { port: '../x' } }, `${PREFIX}/tides/..%2Fx`],
  ['/{-$locale}/tides/{-$port}', {}, `${PREFIX}/tides`],
  ['/{-$locale}/tides/{-$port}', { params: { port: 7 } }, `${PREFIX}/tides/7`],
  ['/{-$locale}/tides/chart-{$port}.svg', { params: { port: 'a b' } }, `${PREFIX}/tides/chart-a%20b.svg`],
  ['/{-$locale}/docs/$', { params: { _splat: 'a/b c' } }, `${PREFIX}/docs/a/b%20c`],
  ['/{-$locale}/docs/$', {}, `${PREFIX}/docs`],
  [
    '/{-$locale}/tides',
    { search: { day: '2026-11-22', page: 2 }, hash: 'high' },
    `${PREFIX}/tides?day=2026-11-22&page=2#high`,
  ],
])('%s with %j leads to %s, in the language of the form', (to, options, href) => {
  expect(linkHref({ to, ...options }, LOCALE, undefined)).toBe(href)
})

it('a public URL is absolute, in the language that is asked for', () => {
  const page = { to: '/{-$locale}/lab/item/$id', params: { id: 'a/b' }, search: { delay: 20 }, hash: 'stamp' } as const
  expect(publicUrl({ ...page, locale: LOCALE })).toBe(`${readBaseUrl()}${PREFIX}/lab/item/a%2Fb?delay=20#stamp`)
  expect(publicUrl({ to: '/{-$locale}', locale: defaultLocale })).toBe(`${readBaseUrl()}/`)
})

it('a link is checked against the routes', () => {
  expectTypeOf<{ to: '/{-$locale}' }>().toExtend<PageLink>()
  expectTypeOf<{ to: '/{-$locale}'; params: { locale: Locale }; flash: string }>().toExtend<FormOutcome>()
  expectTypeOf<{ to: '/{-$locale}'; params: { locale: 'xx' } }>().not.toExtend<PageLink>()
  expectTypeOf<{ to: '/{-$locale}'; locale: Locale }>().toExtend<Parameters<typeof publicUrl>[0]>()
  expectTypeOf<{ to: '/{-$locale}' }>().not.toExtend<Parameters<typeof publicUrl>[0]>()
  expectTypeOf<{ to: '/{-$locale}'; locale: 'xx' }>().not.toExtend<Parameters<typeof publicUrl>[0]>()
  expectTypeOf<{ to: '/nowhere' }>().not.toExtend<FormOutcome>()
  expectTypeOf<{ to: string }>().not.toExtend<FormOutcome>()
  expectTypeOf<{ bytes: number }>().toExtend<FormOutcome>()
})
