import { describe, expect, it } from 'vitest'
import { getDigest, createDigest } from '#fairlead/errors/digest.ts'

it('a digest is new each time, ten characters that are not confused with others', () => {
  const digests = Array.from({ length: 1_000 }, createDigest)
  for (const digest of digests) expect(digest).toMatch(/^[2-9A-HJKMNP-TV-Z]{10}$/)
  expect(new Set(digests).size).toBe(1_000)
})

describe('getDigest', () => {
  it.each([
    [{ digest: 'K7M2Q9XWTP' }, 'K7M2Q9XWTP'],
    [Object.assign(new Error('x'), { digest: 'theirs-42' }), 'theirs-42'],
    [{ digest: 'two words' }, undefined],
    [{ digest: 42 }, undefined],
    [{ digest: '' }, undefined],
    [{ digest: 'x'.repeat(65) }, undefined],
    ['K7M2Q9XWTP', undefined],
    [undefined, undefined],
    [null, undefined],
  ])('of %j is %s', (thrown, digest) => {
    expect(getDigest(thrown)).toBe(digest)
  })

  it('does not throw for values that cannot be inspected', () => {
    const hostile = {
      get digest() {
        throw new Error('not to be looked at')
      },
    }
    expect(getDigest(hostile)).toBeUndefined()
  })
})
