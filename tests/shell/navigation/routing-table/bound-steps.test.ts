import { createRequire } from 'node:module'
import type { checkSync } from 'recheck'
import { describe, expect, it } from 'vitest'
import { boundSteps } from '#app/navigation/routing-table/parse/bound-steps.ts'
import { isProvenFast } from '#app/navigation/routing-table/parse/check-regexp.ts'
import { parsePattern } from '#app/navigation/routing-table/parse/parse-pattern.ts'
import { random } from '#tests/harness/random.ts'

const whole = (source: string, flags = 's') => new RegExp(`^(?:${source})$`, flags)

/** The growth of the bound with the length of the text: 1 for linear, 2 for quadratic; undefined without a bound. */
function degreeOf(source: string): number | undefined {
  const [short, long] = [boundSteps(whole(source), 10_000), boundSteps(whole(source), 100_000)]
  if (short === undefined || long === undefined || long === Infinity) return undefined
  return Math.round(Math.log10(long / short))
}

describe('the upper bound of steps', () => {
  it.each([
    ['', 0],
    ['abc', 0],
    ['(?:de|en|e[st])?', 0],
    ['a{2,9}b{3}', 0],
    ['\\bab\\b', 0],
    // A loop that is left at what cannot go on in it.
    ['[a-z]+-[a-z]+-[a-z]+', 1],
    ['(?:[a-z]+-)*/\\d+', 1],
    ['.*', 1],
    ['.*?x', 1],
    ['(?!api|_next).*', 1],
    ['(?:(?!foo)[^/])+', 1],
    // One that can be left anywhere.
    ['.*x.*', 2],
    ['\\d+\\d+', 2],
    ['(?!.*foo).*bar.*', 2],
    ['é+[à-ü]+', 2],
    ['.*a.*b.*c', 3],
  ])('%s grows with degree %i', (source, degree) => {
    expect(degreeOf(source)).toBe(degree)
  })

  it.each([
    // Two ways to go on in a loop.
    '(?:a+)+',
    '(?:a|a)*',
    '(?:a|ab)*',
    '(?:(?=a).|a)+',
    '(?:é|[à-ü])*',
    // Beyond the automaton.
    '(?:a*)*',
    '(?:a?b?)*',
    '(?:a|(?:))?',
    '(?<=a)b',
    '(a)\\1',
    'a{500}',
    'a{,3}',
    '(?i:a)',
  ])('%s has none', (source) => {
    expect(degreeOf(source)).toBeUndefined()
  })

  it.each([/a$/, /^a|b$/, /^a$/m, /^a$/u, /^ſ$/iu])('%s has none', (regexp) => {
    expect(boundSteps(regexp, 10)).toBeUndefined()
  })

  it('respects the flag i', () => {
    const [plain, ignored] = ['s', 'is'].map((flags) => boundSteps(whole('(?:a|A)*', flags), 10))
    expect(plain).toBeLessThan(100)
    expect(ignored).toBe(Infinity)
  })
})

it.each([
  '/item/:id(\\d+)',
  '/:slug([a-z-]+)',
  '/:lang(en|de)/:path*',
  '/((?!api|_next).*)',
  '/((?!api|_next/static|_next/image|favicon.ico).*)',
  '/old/:rest(.*)',
  '/:year(\\d{4})-:month(\\d{2})/:slug',
  '/:file([^/]+\\.(?:png|jpe?g|svg))',
  '/docs/:version(v\\d+(?:\\.\\d+)*)/:path+',
])('the source %s needs no checker', (source) => {
  expect(isProvenFast(new RegExp(parsePattern(source).regexp, 'i'))).toBe(true)
})

describe('a proven-fast expression', () => {
  const { checkSync: check } = createRequire(import.meta.url)('recheck/lib/browser.js') as {
    checkSync: typeof checkSync
  }
  const next = random(7)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T

  const atom = () => pick(['a', 'b', '-', '\\d', '\\w', '[a-f]', '[^/]', '.', 'é', '[à-ü]'])
  const quantifier = () => pick(['', '', '', '*', '+', '?', '*?', '{2}', '{1,3}', '{2,}'])
  function expression(depth: number): string {
    const part = () => {
      if (depth === 0 || next() < 0.6) return atom() + quantifier()
      return `(?:${expression(depth - 1)})${quantifier()}`
    }
    const sequence = () => Array.from({ length: 1 + Math.floor(next() * 3) }, part).join('')
    return next() < 0.3 ? `${sequence()}|${sequence()}` : sequence()
  }
  const fast = [...new Set(Array.from({ length: 200 }, () => expression(2)))].filter((source) =>
    isProvenFast(whole(source)),
  )

  it('is at most quadratic by an exact checker too, for random expressions', () => {
    expect(fast.length).toBeGreaterThan(60)
    const slow = fast.filter((source) => {
      const found = check(`^(?:${source})$`, 's', { checker: 'automaton', timeout: null })
      return (
        found.status === 'unknown' ||
        (found.status === 'vulnerable' && (found.complexity.type !== 'polynomial' || found.complexity.degree > 2))
      )
    })
    expect(slow).toEqual([])
  }, 60_000)
})
