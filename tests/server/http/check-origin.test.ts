import { describe, expect, it } from 'vitest'
import { checkOrigin } from '#app/server/http/check-origin.ts'

function admit(headers: Record<string, string>, publicOrigin?: string) {
  return checkOrigin({ header: (name) => headers[name] ?? null, hosts: ['here.example:8080'], publicOrigin }).type
}

describe('a call', () => {
  it.each([
    [{ 'sec-fetch-site': 'same-origin' }],
    [{ 'sec-fetch-site': 'same-origin', origin: 'https://here.example:8080' }],
    [{ origin: 'http://HERE.example:8080' }],
    [{ referer: 'http://here.example:8080/page?x' }],
    [{ origin: 'https://public.example' }],
  ])('that says %j is admitted', (headers) => {
    expect(admit(headers, 'https://public.example')).toBe('admitted')
  })

  it.each([
    [{}],
    [{ 'sec-fetch-site': '' }],
    [{ 'sec-fetch-site': 'none' }],
    [{ 'sec-fetch-site': 'same-site', origin: 'https://here.example:8080' }],
    [{ origin: 'null' }],
    [{ origin: '' }],
    [{ origin: 'https://here.example' }],
    [{ origin: 'https://here.example:8080.evil.example' }],
    [{ origin: 'http://public.example' }],
    [{ origin: 'file://here.example:8080' }],
    [{ referer: 'https://evil.example/http://here.example:8080' }],
    [{ origin: 'https://evil.example', referer: 'http://here.example:8080/' }],
  ])('that says %j is refused', (headers) => {
    expect(admit(headers, 'https://public.example')).toBe('refused')
  })
})
