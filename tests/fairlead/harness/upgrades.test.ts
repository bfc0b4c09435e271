import { expect, it } from 'vitest'
import { upgradeOf } from '#tests/soak/upgrades.ts'

it.each([
  ['the newest minor', '1.2.3', ['1.2.4', '1.3.0', '1.10.0', '1.9.0', '2.0.0'], '1.10.0'],
  ['the newest patch, where no minor follows', '1.2.3', ['1.2.3', '1.2.10', '1.2.9', '1.2.11-beta.1'], '1.2.10'],
  ['the fourth before, where none follows', '1.2.3', ['1.0.0', '1.1.0', '1.2.0', '1.2.1', '1.2.2', '1.2.3'], '1.1.0'],
  ['nothing of another major version', '1.0.0', ['0.9.0', '1.0.0', '2.1.0'], undefined],
])('the soak test of upgrades tries %s', (_, installed, published, expected) => {
  expect(upgradeOf(installed, published)).toBe(expected)
})
