import { expect, it } from 'vitest'
import { ageHeader, allowCdn, makePage, pageCodec } from '#fairlead/server/cache/stored-page.server.ts'

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

it('a page for a CDN keeps the other headers that it varies by', () => {
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

it('a cached page holds the memory of its bodies and no more, made or read from the database', async () => {
  const response = new Response('<p>Fairlead</p>', { headers: { 'content-type': 'text/html' } })
  const page = await makePage({ response, failed: false }, 'fast')
  if (page instanceof Response) throw new Error('the page is not cached')
  const read = await pageCodec.decode(pageCodec.encode(page))
  for (const body of [page, read].flatMap(({ bodies }) => Object.values(bodies))) {
    expect(body.buffer.byteLength).toBe(body.length)
  }
  expect(read.bodies).toEqual(page.bodies)
})
