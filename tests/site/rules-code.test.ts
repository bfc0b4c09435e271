import { expect, it } from 'vitest'
import { MOST_RULES_CODE, rulesCodeBytes } from '#tests/harness/browser-rules-code.ts'

it('a browser gets little code for a table with rules', async () => {
  expect(await rulesCodeBytes()).toBeLessThanOrEqual(MOST_RULES_CODE)
})
