import { describe, expect, it } from 'vitest'
import { setVariable } from '#fairlead/platform/env.server.ts'
import { checkOperatorToken, TOKEN_ATTEMPTS } from '#fairlead/platform/http/operator-token.server.ts'

const TOKEN = 'a-token-of-one-server'

setVariable('OPERATOR_TOKEN', TOKEN)

describe('an entered token', () => {
  it.each([
    [TOKEN, 'allowed'],
    [`  ${TOKEN}\n`, 'allowed'],
    ['', 'wrong'],
    ['another', 'wrong'],
    [TOKEN.toUpperCase(), 'wrong'],
    [TOKEN.slice(0, -1), 'wrong'],
    [`${TOKEN}x`, 'wrong'],
    ['日本', 'wrong'],
  ])('%j is %s', async (sent, type) => {
    expect(await checkOperatorToken(`client of ${sent}`, sent)).toMatchObject({ type })
  })

  it('is limited after wrong ones, and right ones do not count', async () => {
    const check = (sent: string) => checkOperatorToken('a client', sent, 1_000_000).then(({ type }) => type)
    for (let time = 0; time < 2 * TOKEN_ATTEMPTS.burst; time++) expect(await check(TOKEN)).toBe('allowed')
    for (let time = 0; time < TOKEN_ATTEMPTS.burst; time++) expect(await check('wrong')).toBe('wrong')
    expect(await check(TOKEN)).toBe('refused')
    expect(await checkOperatorToken('another client', TOKEN, 1_000_000)).toEqual({ type: 'allowed' })
  })
})
