import { createHash } from 'node:crypto'
import { zstdDecompressSync } from 'node:zlib'
import { expect, it } from 'vitest'
import {
  availableDictionary,
  compressWithDictionary,
  dictionaryId,
  versionsOfChunk,
} from '#fairlead/server/http/compression-dictionary.ts'

const OLD = Buffer.from(Array.from({ length: 2_000 }, (_, n) => `export const v${n} = ${n * 7919}`).join('\n'))
const NEW = Buffer.from(String(OLD).replace('v7 = ', 'v7 = 1 + '))
const HASH = createHash('sha256').update(OLD).digest('base64')
const BROWSER = 'gzip, deflate, br, zstd, dcb, dcz'

it.each([
  ['client-DfQkbgL9.js', 'client-*.js'],
  ['_-_locale_-CYzHO8uU.js', '_-_locale_-*.js'],
  ['inspector-3-8KMkNX.css', 'inspector-*.css'],
  ['docs.by._author-BkxSkD-9.js', 'docs.by._author-*.js'],
  ['client.js', undefined],
  ['client-short.js', undefined],
  ['picture-DfQkbgL9.webp', undefined],
  ['client-DfQkbgL9.js.br', undefined],
  ['a:b-DfQkbgL9.js', undefined],
  ['..-DfQkbgL9.js', undefined],
  ['a"b-DfQkbgL9.js', undefined],
  ['a/b-DfQkbgL9.js', undefined],
])('the versions of the chunk in %s have the pattern %s', (name, pattern) => {
  expect(versionsOfChunk(name)).toBe(pattern)
})

it('a pattern matches the file of a later build, and no other chunk', () => {
  const matches = (path: string) =>
    new URLPattern(
      versionsOfChunk('client-DfQkbgL9.js') ?? '',
      'https://example.org/base/_build/client-DfQkbgL9.js',
    ).test(`https://example.org${path}`)
  expect(matches('/base/_build/client-AAAAAAAA.js')).toBe(true)
  expect(['/_build/client-AAAAAAAA.js', '/base/_build/route-AAAAAAAA.js', '/base/client'].filter(matches)).toEqual([])
})

it.each([
  ['the hash of a dictionary', `:${HASH}:`, BROWSER, true],
  ['no dictionary', null, BROWSER, false],
  ['another encoding', `:${HASH}:`, 'gzip, br, zstd, dcb', false],
  ['any encoding', `:${HASH}:`, '*', false],
  ['a refused encoding', `:${HASH}:`, 'br, dcz;q=0', false],
  ['no encoding', `:${HASH}:`, null, false],
  ['two hashes', `:${HASH}:, :${HASH}:`, BROWSER, false],
  ['a hash without colons', HASH, BROWSER, false],
  ['a string', `"${HASH}"`, BROWSER, false],
  ['a short hash', `:${HASH.slice(4)}:`, BROWSER, false],
  ['a path', ':../../../../../../../../../../../etc/passwdAA=:', BROWSER, false],
  ['a long text', `:${'A'.repeat(100_000)}=:`, BROWSER, false],
])('a request with %s has a dictionary: %#', (_, dictionary, encoding, expected) => {
  const headers = new Headers()
  if (dictionary !== null) headers.set('available-dictionary', dictionary)
  if (encoding !== null) headers.set('accept-encoding', encoding)
  expect(availableDictionary((name) => headers.get(name))).toBe(expected ? dictionaryId(OLD) : undefined)
})

it('a body in dcz begins as RFC 9842 has it, and is a frame that only its dictionary decodes', async () => {
  const body = await compressWithDictionary(NEW, OLD, 'kept')
  expect(body.subarray(0, 8).toString('hex')).toBe('5e2a4d1820000000')
  expect(body.subarray(8, 40).toString('base64')).toBe(HASH)
  const frame = body.subarray(40)
  expect(zstdDecompressSync(frame, { dictionary: OLD }).equals(NEW)).toBe(true)
  expect(frame.length).toBeLessThan(100)
  const poisoned = Buffer.from(String(OLD).replaceAll('export', 'import'))
  let decoded: Buffer | undefined
  try {
    decoded = zstdDecompressSync(frame, { dictionary: poisoned })
  } catch {
    // The checks of the format found it.
  }
  expect(decoded?.equals(NEW)).not.toBe(true)
})
