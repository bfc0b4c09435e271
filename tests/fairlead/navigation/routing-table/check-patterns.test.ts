import { afterEach, describe, expect, it, vi } from 'vitest'
import { checkRegexp, findSuspectPatterns } from '#fairlead/navigation/routing-table/parse/check-patterns.ts'
import { isPlain, parseSource, sourceRegexp } from '#fairlead/navigation/routing-table/parse/parse-pattern.ts'
import { uncheckedPatterns } from '#fairlead/navigation/routing-table/parse/warnings.ts'
import { query, redirect, routingOf } from '#tests/fairlead/navigation/routing-table/tables.ts'
import { random } from '#tests/harness/random.ts'

const verdict = (source: string) => checkRegexp(new RegExp(`^(?:${source})$`, 's'), 60_000)

describe('checkRegexp', () => {
  it.each([
    '(a+)+',
    '(?:.*a){20}b',
    // Repetitions with an end.
    '(?:\\w?){24}x',
    '\\d{1,10}'.repeat(8),
    '(?:a{0,50}){0,50}',
    '(?:(?:a{0,9}){9}){9}b',
    // Classes that overlap beyond ASCII.
    '(?:é|[à-ü])*x',
    // Look-arounds.
    '(?:(?=a).|a)+b',
    '(?=(?:a+)+b).*',
    // Cubic and worse.
    '.*a.*b.*c',
  ])('%s is slow for a certain text', (source) => {
    expect(verdict(source)).toEqual({ type: 'slow', attack: expect.stringContaining('repeat(') })
  })

  it.each([
    '.*(?:iPhone|Android).*Mobile.*',
    '((?!api|_next/static|_next/image|favicon.ico).*)',
    '(?:\\d{1,3}\\.){3}\\d{1,3}',
    '(?:[0-9a-f]{1,4}:){7}[0-9a-f]{1,4}',
    '[0-9a-f]{64}',
    '(?:[^/]+/)*[^/]+',
    '(?<sub>.*)\\.example\\.com',
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

describe('a source that needs no checker', () => {
  it.each([
    '/item/:id(\\d+)',
    '/:slug([a-z-]+)',
    '/:lang(en|de)/:path*',
    '/:year(\\d{4})-:month(\\d{2})/:slug',
    '/old/:rest(.*)',
    '/((?!api|_next/static|_next/image|favicon.ico).*)',
  ])('%s', (source) => {
    expect(isPlain(parseSource(source))).toBe(true)
  })

  it.each([
    '/:a(\\d+):b(\\d+):c(\\d+)',
    '/:rest(.*)/:more(.*)',
    '/:a(.*)/x',
    '/:a((?:\\d+)+)',
    '/:a([.-9]+):b([^/]+)',
    '/:path(.*)*',
    '/:a*/:b*',
  ])('is not %s', (source) => {
    expect(isPlain(parseSource(source))).toBe(false)
  })

  it('is at most quadratic by an exact checker, for random sources', () => {
    const next = random(7)
    const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T
    const part = () => pick(['a', ':#', ':#(\\d+)', ':#([a-z-]+)', ':#(\\w*)', ':#([a-f]{2,4})', ':#(en|de)'])
    const segment = () => `/${part()}${pick(['', '', '-', ':#(\\d+)'])}`
    const source = () => {
      let count = 0
      const segments = Array.from({ length: 1 + Math.floor(next() * 3) }, segment)
      return (segments.join('') + pick(['', '', '/:#(.*)', '/:#*'])).replaceAll('#', () => `p${count++}`)
    }
    const plain = Array.from({ length: 24 }, source).filter((each) => isPlain(parseSource(each)))
    expect(plain.length).toBeGreaterThan(18)
    const slow = plain.filter((each) => {
      // The exact checker knows no look-arounds.
      const regexp = sourceRegexp(parseSource(each)).replaceAll(/\(\?!.*?\)/g, '')
      return checkRegexp(new RegExp(regexp, 'i'), 60_000).type !== 'harmless'
    })
    expect(slow).toEqual([])
  }, 120_000)
})

describe('patterns that were not proven harmless', () => {
  afterEach(() => vi.restoreAllMocks())
  const has = [query('b', '(?!x).*y.*z'), query('c', 'en|de')]
  const redirects = [redirect('/a/:x((?!b).*c)', '/to'), redirect('/plain/:x', '/to', { has })]
  const rules = routingOf({ redirects }).redirects

  it('are accepted where no checker can decide, with a warning each', () => {
    const warnings = uncheckedPatterns(findSuspectPatterns(rules, () => ({ type: 'unknown' })))
    expect(warnings.map(({ place }) => place)).toEqual(['redirects[0].source', 'redirects[1].has[0].value'])
    expect(warnings[0]?.message).toContain('it cannot be told whether')
  })

  it('are accepted where time ran out, with one warning for all', () => {
    expect(uncheckedPatterns(findSuspectPatterns(rules, () => ({ type: 'timeout' })))).toEqual([
      {
        kind: 'unchecked',
        place: 'redirects[0].source',
        message: '2 patterns, this one first, were not checked in time: simpler ones are',
      },
    ])
  })

  it('share one time limit', () => {
    const left: number[] = []
    vi.spyOn(performance, 'now').mockReturnValueOnce(0).mockReturnValueOnce(5_000).mockReturnValueOnce(21_000)
    findSuspectPatterns(rules, (_, timeout) => {
      left.push(timeout)
      return { type: 'harmless' }
    })
    expect(left).toEqual([15_000, -1_000])
  })
})
