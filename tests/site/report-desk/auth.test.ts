import { describe, expect, it } from 'vitest'
import { operatorOf } from '#fairlead/report-desk/auth.server.ts'
import { isToken } from '#fairlead/platform/http/is-token.ts'

const TOKEN = 'a-token-of-one-server'

it('another token is another operator, and the subject does not reveal it', () => {
  expect(operatorOf(TOKEN)).toBe(operatorOf(TOKEN))
  expect(operatorOf(TOKEN)).not.toBe(operatorOf('a-token-of-another'))
  expect(operatorOf(TOKEN)).not.toContain(TOKEN)
})

describe('an entered token', () => {
  it.each([
    [TOKEN, true],
    [`  ${TOKEN}\n`, true],
    ['', false],
    [TOKEN.toUpperCase(), false],
    [TOKEN.slice(0, -1), false],
    [`${TOKEN}x`, false],
    ['日本', false],
  ])('%j is accepted: %s', (input, accepted) => {
    expect(isToken(input, TOKEN)).toBe(accepted)
  })
})
