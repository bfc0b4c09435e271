import { describe, expect, it, vi } from 'vitest'
import { hashPassword, PASSWORDS, verifyPassword } from '#fairlead/sessions/password.server.ts'

// A hash takes long by design, and longer on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

describe('the hash of a password', () => {
  it('is another one each time, and verifies the password alone, whichever way a letter is typed', async () => {
    const [one, two] = await Promise.all([hashPassword('caf\u00e9 noir'), hashPassword('caf\u00e9 noir')])
    expect(one).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$[\w-]{22}\$[\w-]{43}$/)
    expect(one).not.toBe(two)
    const verified = ['cafe\u0301 noir', 'caf\u00e9 noiR', 'caf\u00e9 noir '].map((typed) => verifyPassword(typed, one))
    expect(await Promise.all(verified)).toEqual([true, false, false])
  })

  it('is derived for an account that does not exist as well', async () => {
    expect(await verifyPassword('correct horse', undefined)).toBe(false)
  })

  it.each([['1234567'], ['x'.repeat(PASSWORDS.maxChars + 1)]])(
    'refuses a length that is not allowed',
    async (typed) => {
      await expect(hashPassword(typed)).rejects.toThrow('a password has 8 to 256 characters')
    },
  )

  it('does not verify a longer password with the same start', async () => {
    const password = 'x'.repeat(PASSWORDS.maxChars)
    const hash = await hashPassword(password)
    expect(await verifyPassword(`${password}y`, hash)).toBe(false)
  })

  it('has costs of its own, so that older hashes stay valid', async () => {
    // scrypt of `pleaseletmein` with the salt `SodiumChloride`, RFC 7914, section 12.
    const key =
      '7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887'
    const texts = [Buffer.from('SodiumChloride'), Buffer.from(key, 'hex')].map((bytes) => bytes.toString('base64url'))
    expect(await verifyPassword('pleaseletmein', `$scrypt$ln=14,r=8,p=1$${texts.join('$')}`)).toBe(true)
  })

  it('must be one', async () => {
    await expect(verifyPassword('x', 'plain text')).rejects.toThrow('no hash')
  })
})
