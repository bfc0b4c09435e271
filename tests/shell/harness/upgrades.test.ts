import { expect, it } from 'vitest'
import { upgradesOf } from '#tests/soak/upgrades.ts'

it.each([
  ['the newest patch and minor', '1.2.3', ['1.2.4', '1.2.5', '1.3.0', '1.4.1', '2.0.0'], ['1.2.5', '1.4.1']],
  ['the newest patch alone', '1.2.3', ['1.2.3', '1.2.10', '1.2.9', '1.2.11-beta.1'], ['1.2.10']],
  ['the newest minor alone', '1.2.3', ['1.2.3', '1.10.0', '1.9.0'], ['1.10.0']],
  [
    'the last four before, if none follows',
    '1.2.3',
    ['1.0.0', '1.1.0', '1.2.0', '1.2.1', '1.2.2', '1.2.3', '2.0.0'],
    ['1.2.2', '1.2.1', '1.2.0', '1.1.0'],
  ],
  ['nothing of another major version', '1.0.0', ['0.9.0', '1.0.0', '2.1.0'], []],
])('tries %s', (_, installed, published, expected) => {
  expect(upgradesOf(installed, published)).toEqual(expected)
})
