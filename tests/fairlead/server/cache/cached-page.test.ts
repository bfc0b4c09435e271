import { expect, it } from 'vitest'
import { ageHeader, allowCdn } from '#fairlead/server/cache/cached-page.server.ts'

const AGES = { freshFor: 60, staleFor: 600 }

/** Returns the headers of a page whose route has set some. */
function headersOf(own: Record<string, string>, tags: readonly string[] = ['a', '/a']) {
  const headers = new Headers({ 'cache-control': 'private, no-cache', vary: 'Cookie, Accept-Encoding', ...own })
  allowCdn(headers, AGES, tags)
  return Object.fromEntries(headers)
}

it.each<[string, Record<string, string>, readonly string[]]>([
  ['whose route keeps it from caches', { 'cache-control': 'private, no-store' }, ['a']],
  ['whose tags are too long for a header', {}, Array.from({ length: 20 }, (_, index) => `${index}`.padEnd(500, 'x'))],
])('a CDN may not store a page %s', (_, own, tags) => {
  const before = { 'cache-control': 'private, no-cache', vary: 'Cookie, Accept-Encoding', ...own }
  expect(headersOf(own, tags)).toEqual(before)
})

it('what else a page varies by stays', () => {
  expect(headersOf({ vary: 'Save-Data, cookie, Accept-Encoding' }).vary).toBe('Save-Data, Accept-Encoding')
})

it.each([
  [0, '0'],
  [999, '0'],
  [1_000, '1'],
  [-5_000, '0'],
])('a page that was rendered %i ms ago has the age %s', (ms, age) => {
  expect(ageHeader({ renderedAt: 10_000 }, 10_000 + ms)).toBe(age)
})
