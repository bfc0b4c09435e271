import { describe, expect, it } from 'vitest'
import { observeReads, privateReadMessage } from '#fairlead/server/cache/private-reads.server.ts'

const AGES = { freshFor: 60, staleFor: 60 }
const SENT = { cookie: 'currency=EUR', 'user-agent': 'Own', 'accept-language': 'de', accept: 'text/html' }

/** Returns what is reported of a read, and what it returns. */
function observe(read: (headers: Headers) => unknown, vary = {}) {
  const reported: string[] = []
  const request = new Request('http://localhost/kept', { headers: SENT })
  observeReads(request, { ...AGES, vary }, (what) => reported.push(what))
  return [reported, read(request.headers)]
}

describe('a page for all visitors', () => {
  it.each<[string, (headers: Headers) => unknown, string, unknown]>([
    ['a header', (headers) => headers.get('User-Agent'), 'the header user-agent', 'Own'],
    ['if a header was sent', (headers) => headers.has('accept-language'), 'the header accept-language', true],
    ['a cookie', (headers) => headers.get('cookie'), 'a cookie', 'currency=EUR'],
    ['all headers', (headers) => [...headers].length, 'all headers', 4],
    ['all values', (headers) => [...headers.values()].length, 'all headers', 4],
    ['a copy of all headers', (headers) => new Headers([...headers.entries()]).get('user-agent'), 'all headers', 'Own'],
  ])('is reported when it reads %s', (_, read, what, value) => {
    expect(observe(read)).toEqual([[what], value])
  })

  it.each<[string, (headers: Headers) => unknown, object, unknown]>([
    ['what is the same for all', (headers) => headers.get('Accept'), {}, 'text/html'],
    ['a declared header', (headers) => headers.get('accept-language'), { headers: ['Accept-Language'] }, 'de'],
    ['declared cookies', (headers) => headers.get('Cookie'), { cookies: ['currency'] }, 'currency=EUR'],
  ])('may read %s', (_, read, vary, value) => {
    expect(observe(read, vary)).toEqual([[], value])
  })

  it('may not go on in development, where the error names the place', () => {
    const request = new Request('http://localhost/kept', { headers: SENT })
    observeReads(request, AGES, (what) => {
      throw new Error(privateReadMessage('/kept', what))
    })
    expect(() => request.headers.get('cookie')).toThrow(
      'The route /kept is cached for all visitors (staticData.cache) and reads a cookie, which is not declared. Declare it in cache.vary, or fetch this part of the page after it has loaded.',
    )
  })
})
