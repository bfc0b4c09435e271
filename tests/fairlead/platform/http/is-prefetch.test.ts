import { expect, it } from 'vitest'
import { headerOf } from '#fairlead/platform/http/check-origin.ts'
import { isPrefetch } from '#fairlead/platform/http/is-prefetch.ts'

it.each<[what: string, headers: Record<string, string>, isPrefetch: boolean]>([
  ['of data by the navigation layer is a prefetch', { purpose: 'prefetch' }, true],
  ['of a document by Speculation Rules is a prefetch', { 'sec-purpose': 'prefetch' }, true],
  ['for a document that is prerendered is a prefetch', { 'sec-purpose': 'prefetch;prerender' }, true],
  ['through a proxy of prefetches is a prefetch', { 'sec-purpose': 'prefetch;anonymous-client-ip' }, true],
  ['of a visitor is none', {}, false],
  ['for another purpose is none', { 'sec-purpose': 'prefetching', purpose: 'preview' }, false],
])('a request %s', (_, headers, expected) => {
  expect(isPrefetch(headerOf(new Request('http://localhost/', { headers })))).toBe(expected)
})
