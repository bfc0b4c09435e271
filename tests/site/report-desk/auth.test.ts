import { expect, it } from 'vitest'
import { operatorOf } from '#fairlead/report-desk/auth.server.ts'

it('another token is another operator, and the subject does not reveal it', () => {
  const token = 'a-token-of-one-server'
  expect(operatorOf(token)).toBe(operatorOf(token))
  expect(operatorOf(token)).not.toBe(operatorOf('a-token-of-another'))
  expect(operatorOf(token)).not.toContain(token)
})
