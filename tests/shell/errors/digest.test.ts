import { describe, expect, it } from 'vitest'
import { getDigest, createDigest } from '#app/errors/digest.ts'

describe('createDigest', () => {
  it('returns ten characters that are not confused with others', () => {
    for (let count = 0; count < 1_000; count++) expect(createDigest()).toMatch(/^[2-9A-HJKMNP-TV-Z]{10}$/)
  })

  it('returns a new digest at each call', () => {
    expect(new Set(Array.from({ length: 10_000 }, () => createDigest())).size).toBe(10_000)
  })
})

describe('getDigest', () => {
  it.each([
    [{ digest: 'K7M2Q9XWTP' }, 'K7M2Q9XWTP'],
    [Object.assign(new Error('x'), { digest: 'theirs-42' }), 'theirs-42'],
    [{ digest: '<b>' }, undefined],
    [{ digest: 'two words' }, undefined],
    [{ digest: 42 }, undefined],
    [{ digest: '' }, undefined],
    [{ digest: 'x'.repeat(65) }, undefined],
    [{}, undefined],
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
