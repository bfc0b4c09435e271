import { beforeEach, expect, it, vi } from 'vitest'
import { checkRegexp } from '#app/navigation/routing-table/parse/check-regexp.ts'
import { warningsFor } from '#app/navigation/routing-table/parse/warnings.ts'
import { routingOf } from '#tests/shell/navigation/routing-table/tables.ts'

vi.mock('#app/navigation/routing-table/parse/check-regexp.ts', () => ({ checkRegexp: vi.fn() }))

const has = [
  { type: 'header', key: 'a' },
  { type: 'query', key: 'b', value: '(?!x).*y.*z' },
]
const redirects = [
  { source: '/a/:x((?!b).*)', destination: '/to', permanent: false },
  { source: '/plain/:x', destination: '/to', permanent: false, has },
]
const uncheckedIn = (input: Parameters<typeof routingOf>[0]) =>
  warningsFor(routingOf(input)).filter(({ kind }) => kind === 'unchecked')

beforeEach(() => vi.mocked(checkRegexp).mockReset())

it('uncheckable patterns are accepted, with a warning each', () => {
  vi.mocked(checkRegexp).mockReturnValue({ type: 'unknown' })
  const warnings = uncheckedIn({ redirects })
  expect(warnings.map(({ place }) => place)).toEqual(['redirects[0].source', 'redirects[1].has[1].value'])
  expect(warnings[0]?.message).toContain('it cannot be told whether')
})

it('patterns not checked in time are accepted, with one warning for all', () => {
  vi.mocked(checkRegexp).mockReturnValue({ type: 'timeout' })
  expect(uncheckedIn({ redirects })).toEqual([
    {
      kind: 'unchecked',
      place: 'redirects[0].source',
      message: '2 patterns, this one first, were not checked in time: simpler ones are',
    },
  ])
})

it('the patterns of a table share one time limit', () => {
  const left: number[] = []
  vi.spyOn(performance, 'now').mockReturnValueOnce(0).mockReturnValueOnce(5_000).mockReturnValueOnce(21_000)
  vi.mocked(checkRegexp).mockImplementation((_, timeout) => {
    left.push(timeout)
    return { type: 'harmless' }
  })
  routingOf({ redirects })
  expect(left).toEqual([15_000, -1_000])
})
