import { zstdDecompressSync } from 'node:zlib'
import { expect, it, onTestFinished } from 'vitest'
import {
  ageHeader,
  allowCdn,
  makePage,
  pageCodec,
  preparedResponse,
} from '#fairlead/server/cache/stored-page.server.ts'
import {
  createDocumentDictionary,
  dictionaryId,
  setDocumentDictionary,
} from '#fairlead/server/http/compression-dictionary.ts'

const AGES = { freshFor: 60, staleFor: 600 }

/** Returns the headers of a page whose route has set some. */
function headersOf(own: Record<string, string>, tags: readonly string[] = ['a', '/a']) {
  const headers = new Headers({ 'cache-control': 'private, no-cache', vary: 'Cookie, Accept-Encoding', ...own })
  allowCdn(headers, AGES, tags)
  return Object.fromEntries(headers)
}

it.each<[string, Record<string, string>, readonly string[]]>([
  ['whose route keeps it from caches', { 'cache-control': 'private, no-store' }, ['a']],
  ['whose tags are too long for a header', {}, Array.from({ length: 20 }, (_, index) => `${index}`.padEnd(500, 'x'))],
])('a CDN may not store a page %s', (_, own, tags) => {
  const before = { 'cache-control': 'private, no-cache', vary: 'Cookie, Accept-Encoding', ...own }
  expect(headersOf(own, tags)).toEqual(before)
})

it('a page for a CDN keeps the other headers that it varies by', () => {
  expect(headersOf({ vary: 'Save-Data, cookie, Accept-Encoding' }).vary).toBe('Save-Data, Accept-Encoding')
})

it.each([
  [0, '0'],
  [999, '0'],
  [1_000, '1'],
  [-5_000, '0'],
])('a page that was rendered %i ms ago has the age %s', (ms, age) => {
  expect(ageHeader({ renderedAt: 10_000 }, 10_000 + ms)).toBe(age)
})

it('a cached page holds the memory of its bodies and no more, made or read from the database', async () => {
  const response = new Response('<p>Fairlead</p>', { headers: { 'content-type': 'text/html' } })
  const page = await makePage({ response, failed: false }, 'fast')
  if (page instanceof Response) throw new Error('the page is not cached')
  const read = await pageCodec.decode(pageCodec.encode(page))
  for (const body of [page, read].flatMap(({ bodies }) => Object.values(bodies))) {
    expect(body.buffer.byteLength).toBe(body.length)
  }
  expect(read.bodies).toEqual(page.bodies)
})

/** Prepares a cached page of a build with a dictionary, for a browser that has the dictionary and one that has not. */
async function preparedWith(text: string, dictionary: Buffer) {
  setDocumentDictionary(createDocumentDictionary('/_build/documents-AAAAAAAA.txt', dictionary))
  onTestFinished(() => setDocumentDictionary(undefined))
  const response = new Response(text, { headers: { 'content-type': 'text/html' } })
  const page = await makePage({ response, failed: false }, 'best')
  if (page instanceof Response) throw new Error('the page is not cached')
  const id = Buffer.from(dictionaryId(dictionary), 'base64url').toString('base64')
  const known = { 'accept-encoding': 'gzip, br, dcz', 'available-dictionary': `:${id}:` }
  const ask = (headers: Record<string, string>) => preparedResponse(page, (name) => headers[name] ?? null)
  return { ask, known, etag: page.etag }
}

it('a cached page is sent in dcz to a browser with the dictionary, and as ever to others', async () => {
  const dictionary = Buffer.from(Array.from({ length: 200 }, (_, n) => `.c${n * 7919}{top:${n}px}`).join(''))
  const text = `<style>${String(dictionary)}</style><p>Fairlead</p>`
  const { ask, known, etag } = await preparedWith(text, dictionary)
  const { headers, body = Buffer.of() } = ask(known)
  expect(headers).toMatchObject({ 'content-encoding': 'dcz', 'content-length': String(body.length) })
  expect(headers.vary).toContain('Accept-Encoding, Available-Dictionary')
  expect(headers).not.toHaveProperty('link')
  expect(String(zstdDecompressSync(body.subarray(40), { dictionary }))).toBe(text)
  const other = ask({ ...known, 'available-dictionary': `:${'A'.repeat(43)}=:` })
  expect(other.headers).toMatchObject({
    'content-encoding': 'br',
    vary: headers.vary,
    link: '</_build/documents-AAAAAAAA.txt>; rel="compression-dictionary"',
  })
  expect(body.length).toBeLessThan((other.body?.length ?? 0) / 5)
  const current = ask({ ...known, 'if-none-match': etag })
  expect([current.status, current.headers.vary]).toEqual([304, headers.vary])
})

it('a cached page that a dictionary does not make smaller stays in Brotli', async () => {
  const { ask, known } = await preparedWith('<p>Fairlead guides a line</p>', Buffer.from('.harbour{top:0}'.repeat(9)))
  expect(ask(known).headers['content-encoding']).toBe('br')
})
