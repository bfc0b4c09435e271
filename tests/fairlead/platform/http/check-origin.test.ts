import { describe, expect, it } from 'vitest'
import { getRequestSource, originFault, type RequestSource } from '#fairlead/platform/http/check-origin.ts'

const sent = (headers: Record<string, string>, publicOrigin?: string) => ({
  header: (name: string) => headers[name] ?? null,
  hosts: ['here.example:8080'],
  publicOrigin,
})

const admit = (headers: Record<string, string>, publicOrigin?: string) => originFault(sent(headers, publicOrigin))

it.each<[headers: Record<string, string>, source: RequestSource]>([
  [{}, 'unknown'],
  [{ 'sec-fetch-site': 'none' }, 'user'],
  [{ 'sec-fetch-site': 'same-site' }, 'cross-origin'],
  [{ 'sec-fetch-site': 'same-origin', origin: 'https://anything.example' }, 'same-origin'],
  [{ 'sec-fetch-site': 'cross-site', origin: 'http://here.example:8080' }, 'cross-origin'],
  [{ origin: 'null', referer: 'http://here.example:8080/' }, 'cross-origin'],
  [{ referer: 'http://here.example:8080/page' }, 'same-origin'],
])('a request with %j is %s', (headers, source) => {
  expect(getRequestSource(sent(headers))).toBe(source)
})

describe('a call', () => {
  it.each([
    [{ 'sec-fetch-site': 'same-origin' }],
    [{ 'sec-fetch-site': 'same-origin', origin: 'https://here.example:8080' }],
    [{ origin: 'http://HERE.example:8080' }],
    [{ referer: 'http://here.example:8080/page?x' }],
    // A page with `Referrer-Policy: no-referrer`.
    [{ 'sec-fetch-site': 'same-origin', origin: 'null' }],
    [{ origin: 'https://public.example' }],
  ])('that says %j is admitted', (headers) => {
    expect(admit(headers, 'https://public.example')).toBeUndefined()
  })

  it.each([
    [{}],
    [{ 'sec-fetch-site': 'none' }],
    [{ 'sec-fetch-site': 'same-site', origin: 'https://here.example:8080' }],
    [{ origin: 'null', referer: 'http://here.example:8080/' }],
    [{ origin: 'null', 'sec-fetch-site': 'same-site' }],
    [{ origin: 'https://here.example' }],
    [{ origin: 'https://here.example:8080.evil.example' }],
    [{ origin: 'http://public.example' }],
    [{ origin: 'file://here.example:8080' }],
    [{ referer: 'https://evil.example/http://here.example:8080' }],
    [{ 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' }],
    [{ origin: 'https://evil.example', referer: 'http://here.example:8080/' }],
  ])('that says %j is refused', (headers) => {
    expect(admit(headers, 'https://public.example')).toBeTypeOf('string')
  })
})
