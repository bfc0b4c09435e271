import { describe, expect, it } from 'vitest'
import { checkRegexp } from '#app/navigation/routing-table/parse/check-regexp.ts'

const verdict = (source: string) => checkRegexp(new RegExp(`^(?:${source})$`, 's'), 60_000)

describe('checkRegexp', () => {
  it.each([
    '(a+)+',
    '(?:\\d+)*x',
    '(?:a|a)*',
    '(?:\\w|\\d)+x',
    '(?:a|b|ab)*c',
    '(?:a?b?)*',
    '(?:x+x+)+y',
    '(?:.*a){20}b',
    // Repetitions with an end.
    '(?:\\w?){24}x',
    '(?:\\w|\\d){22}b',
    '\\d{1,10}'.repeat(8),
    '(?:a{0,50}){0,50}',
    '(?:(?:a{0,9}){9}){9}b',
    // Classes that overlap beyond ASCII.
    '(?:é|[à-ü])*x',
    '(?:\\u3042|[ぁ-ん])+x',
    // Look-arounds.
    '(?:(?=a).|a)+b',
    '(?=(?:a+)+b).*',
    '(?:(?!x)(?:\\w|\\d))+y',
    // Cubic and worse.
    '.*a.*b.*c',
    '\\d+\\d+\\d+',
  ])('%s is slow for a certain text', (source) => {
    expect(verdict(source)).toEqual({ type: 'slow', attack: expect.stringContaining('repeat(') })
  })

  it.each([
    '.*(?:iPhone|Android).*Mobile.*',
    '[A-Za-z]+ ?[A-Za-z]*',
    '(?!api|_next).*',
    '((?!api|_next/static|_next/image|favicon.ico).*)',
    '[^/]+',
    '(?:\\d{1,3}\\.){3}\\d{1,3}',
    '(?:[0-9a-f]{1,4}:){7}[0-9a-f]{1,4}',
    '(?:[0-9a-f]{2}){3}',
    '[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}',
    '[0-9a-f]{64}',
    '.*\\.[a-z]{2,4}',
    '\\w+-\\d{2,4}\\d?',
    '\\d{4}-\\d{2}-\\d{2}',
    '(?:[^/]+/)*[^/]+',
    '[\\w-]+-\\d+',
    '[a-z]+(?:-[a-z]+)*',
    '.*\\.html',
    '.*(?:Mobile|Android).*',
    '.*(?:bot|crawler|spider).*',
    '(?<sub>.*)\\.example\\.com',
    'en|de|fr',
    '\\d+\\d+',
    '[{2,9}\\]]+\\{3,9}',
    '\\u00e9+é',
    '',
  ])('%s is harmless', (source) => {
    expect(verdict(source)).toEqual({ type: 'harmless' })
  })

  it('reports when there is no time, and does not memoize that', () => {
    const regexp = /^(?!x)(?:\w|\d)*y$/s
    expect(checkRegexp(regexp, 0)).toEqual({ type: 'timeout' })
    expect(checkRegexp(regexp, 60_000)).toEqual({ type: 'slow', attack: expect.any(String) })
  })
})
