import { describe, expect, it } from 'vitest'
import { canonicalPrefix } from '#app/navigation/locale/prefix.ts'
import routing from '#app/routing.ts'

describe('the prefix of a language', () => {
  it.each([
    ['/', undefined],
    ['/about', undefined],
    ['/de', undefined],
    ['/de/about', undefined],
    ['/en', '/'],
    ['/en/', '/'],
    ['/en/about/x', '/about/x'],
    ['/EN/about', '/about'],
    ['/DE', '/de'],
    ['/De/a%2Fb', '/de/a%2Fb'],
    ['/xx/about', undefined],
    ['/english', undefined],
    ['/about/en', undefined],
  ])('%s is canonically %s', (pathname, canonical) => {
    expect(canonicalPrefix(pathname, routing)).toBe(canonical)
  })
})
