import { expect, it } from 'vitest'
import { cappedNumber } from '#fairlead/report-desk/tables.tsx'

const format = { number: (value: number) => value.toLocaleString('en') }

it.each([
  [0, '0'],
  [9_999, '9,999'],
  [10_000, '10,000+'],
])('a count of %i, of at most 10 000, is written as %s', (value, text) => {
  expect(cappedNumber(format, value, 10_000)).toBe(text)
})
