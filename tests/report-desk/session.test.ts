import { describe, expect, it } from 'vitest'
import { SESSION } from '#app/report-desk/desk-limits.ts'
import { isToken, openSession, sealSession } from '#app/report-desk/session.server.ts'

const TOKEN = 'a-token-of-one-server'
const NOW = 1_795_000_000_000

describe('the session of an operator', () => {
  it('is open until it expires', async () => {
    const value = await sealSession(TOKEN, NOW)
    const session = { expiresAt: NOW + SESSION.lastsMs }
    expect(await openSession(value, TOKEN, NOW)).toEqual(session)
    expect(await openSession(value, TOKEN, NOW + SESSION.lastsMs - 1)).toEqual(session)
    expect(await openSession(value, TOKEN, NOW + SESSION.lastsMs)).toBeUndefined()
  })

  it('does not show what it holds, and is never the same twice', async () => {
    const values = await Promise.all([sealSession(TOKEN, NOW), sealSession(TOKEN, NOW)])
    expect(values[0]).not.toBe(values[1])
    expect(values.join('')).not.toContain(String(NOW + SESSION.lastsMs))
    expect(values[0]).toMatch(/^[\w.*~-]+$/)
  })

  it('of a server with another token counts for nothing', async () => {
    expect(await openSession(await sealSession('a-token-of-another', NOW), TOKEN, NOW)).toBeUndefined()
  })

  it.each([
    ['missing', () => undefined],
    ['empty', () => ''],
    ['no seal', () => 'yes'],
    ['too long', () => 'x'.repeat(5_000)],
    ['changed in one place', (value: string) => value.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))],
    ['cut', (value: string) => value.slice(0, -10)],
    ['with its parts in another order', (value: string) => value.split('*').toReversed().join('*')],
  ])('that is %s counts for nothing', async (_, change) => {
    expect(await openSession(change(await sealSession(TOKEN, NOW)), TOKEN, NOW)).toBeUndefined()
  })
})

describe('a token that is typed', () => {
  it.each([
    [TOKEN, true],
    [`  ${TOKEN}\n`, true],
    ['', false],
    [TOKEN.toUpperCase(), false],
    [TOKEN.slice(0, -1), false],
    [`${TOKEN}x`, false],
    ['日本', false],
  ])('%j is right: %s', (typed, right) => {
    expect(isToken(typed, TOKEN)).toBe(right)
  })
})
