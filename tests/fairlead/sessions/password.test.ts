import { describe, expect, it, vi } from 'vitest'
import { createPasswordQueue, hashPassword, PASSWORDS, verifyPassword } from '#fairlead/sessions/password.server.ts'

// A hash takes long by design, and longer on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

describe('the hash of a password', () => {
  it('differs each time, and verifies only its password, whichever way a letter is typed', async () => {
    const [one, two] = await Promise.all([hashPassword('caf\u00e9 noir'), hashPassword('caf\u00e9 noir')])
    expect(one).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$[\w-]{22}\$[\w-]{43}$/)
    expect(one).not.toBe(two)
    const verified = ['cafe\u0301 noir', 'caf\u00e9 noiR', 'caf\u00e9 noir '].map((typed) => verifyPassword(typed, one))
    expect(await Promise.all(verified)).toEqual([true, false, false])
  })

  it('is derived even for an account that does not exist', async () => {
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

  it('is refused if it is no hash', async () => {
    await expect(verifyPassword('x', 'plain text')).rejects.toThrow('no hash')
  })
})

describe('the queue of passwords', () => {
  const LIMITS = { ...PASSWORDS, concurrent: 2, waiting: 6, waitingOfClient: 4 }

  /** Returns a queue whose work ends when the test says so. */
  function createQueue() {
    const run = createPasswordQueue(LIMITS, () => new Error('full'))
    const begun: string[] = []
    const ends: (() => void)[] = []
    const add = (name: string, client?: string, signal?: AbortSignal) =>
      run({ client, signal }, () => {
        begun.push(name)
        return new Promise<string>((resolve) => ends.push(() => resolve(name)))
      }).catch((error: Error) => error.message)
    return { add, begun, endFirst: () => ends.shift()?.() }
  }

  it('has room for so many in all, and for fewer of one client', async () => {
    const { add, begun } = createQueue()
    for (const name of ['1', '2', '3', '4', '5', '6']) void add(name, 'flooding')
    expect(await add('7', 'flooding')).toBe('full')
    for (const name of ['a', 'b']) void add(name, name)
    expect(await add('c', 'c')).toBe('full')
    expect(begun).toEqual(['1', '2'])
  })

  it('is left by those whose connection is closed, who make room', async () => {
    const { add, begun, endFirst } = createQueue()
    const gone = new AbortController()
    for (const name of ['1', '2']) void add(name)
    const left = ['3', '4', '5', '6'].map((name) => add(name, 'flooding', gone.signal))
    gone.abort(new Error('gone'))
    expect(await Promise.all(left)).toEqual(['gone', 'gone', 'gone', 'gone'])
    void add('7', 'flooding')
    expect(await add('8', 'flooding', gone.signal)).toBe('gone')
    endFirst()
    await vi.waitFor(() => expect(begun).toEqual(['1', '2', '7']))
  })

  it('goes on after work that fails', async () => {
    const run = createPasswordQueue(LIMITS, () => new Error('full'))
    const caller = { client: undefined, signal: undefined }
    const all = ['1', '2', '3', '4'].map((name) => run(caller, () => Promise.reject(new Error(name))))
    expect((await Promise.allSettled(all)).map(({ status }) => status)).toEqual(Array(4).fill('rejected'))
    expect(await run(caller, async () => 'done')).toBe('done')
  })
})
