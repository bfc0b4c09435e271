import { expect, it, vi } from 'vitest'
import { warningsFor } from '#app/navigation/routing-table/parse/warnings.ts'
import { routingOf } from '#tests/navigation/routing-table/tables.ts'

vi.mock('#app/navigation/routing-table/parse/check-regexp.ts', () => ({ checkRegexp: () => ({ type: 'unknown' }) }))

it('patterns that cannot be checked pass, with a warning', () => {
  const has = [
    { type: 'header', key: 'a' },
    { type: 'query', key: 'b', value: '(?!x).*y.*z' },
  ]
  const redirects = [
    { source: '/a/:x((?!b).*)', destination: '/to', permanent: false },
    { source: '/plain/:x', destination: '/to', permanent: false, has },
  ]
  const warnings = warningsFor(routingOf({ redirects })).filter(({ kind }) => kind === 'unchecked')
  expect(warnings.map(({ place }) => place)).toEqual(['redirects[0].source', 'redirects[1].has[1].value'])
  expect(warnings[0]?.message).toContain('it cannot be told whether')
})
