import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { ask } from '#tests/harness/request.ts'

/** A page with a query is not cached. */
const MADE = '/guide/one?a=b'

/** Removes the parts of a page that differ at each render. */
const contentOf = (html: string) => /<main[^]*<\/main>/.exec(html)?.[0]

describe('a page that is not cached', () => {
  it.each([
    ['br', 'gzip, deflate, br, zstd', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
  ])('goes out in %s', async (encoding, accepted, decode) => {
    const plain = await ask(MADE)
    const { headers, body } = await ask(MADE, { headers: { 'accept-encoding': accepted } })
    expect(headers['content-encoding']).toBe(encoding)
    expect(headers.vary).toBe('Cookie, Accept-Encoding, Available-Dictionary')
    expect(contentOf(decode(body).toString())).toBe(contentOf(plain.text) ?? 'a page')
    expect(body.length).toBeLessThan(plain.body.length / 3)
  })

  it('is sent uncompressed to a client that accepts nothing else', async () => {
    const { headers, body } = await ask(MADE, { headers: { 'accept-encoding': 'identity' } })
    expect(headers['content-encoding']).toBeUndefined()
    expect(headers.vary).toBe('Cookie, Accept-Encoding, Available-Dictionary')
    expect(Number(headers['content-length'])).toBe(body.length)
  })

  it('is not compressed for HEAD, whose response has no body', async () => {
    const { headers, body } = await ask(MADE, { method: 'HEAD', headers: { 'accept-encoding': 'br' } })
    expect({ encoding: headers['content-encoding'], length: body.length }).toEqual({ encoding: undefined, length: 0 })
  })
})

it('a redirect is not compressed', async () => {
  const { headers } = await ask('/en/guide', { headers: { 'accept-encoding': 'gzip' } })
  expect(headers['content-encoding']).toBeUndefined()
})
