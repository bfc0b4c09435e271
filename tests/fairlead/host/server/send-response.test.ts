import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { sendResponse } from '#fairlead/host/server/send-response.ts'
import {
  createDocumentDictionary,
  dictionaryId,
  setDocumentDictionary,
} from '#fairlead/server/http/compression-dictionary.ts'
import { StringResponse } from '#fairlead/server/http/string-response.server.ts'
import { listen } from '#tests/harness/listen.ts'

/** Sends a response to a client that takes an encoding, as it came over the wire. */
async function exchange(
  response: Response,
  encoding = 'br',
  method = 'GET',
  dictionary?: string,
): Promise<IncomingMessage> {
  const origin = await listen(createServer((req, res) => void sendResponse(req, res, response)))
  const request = get(origin, {
    method,
    headers: { 'accept-encoding': encoding, ...(dictionary && { 'available-dictionary': dictionary }) },
    agent: false,
  })
  const [incoming] = (await once(request, 'response')) as [IncomingMessage]
  return incoming
}

const HTML = { 'content-type': 'text/html; charset=utf-8' }

const PAGE = '<p>calm seas</p>'.repeat(200)

/** Streams chunks of text that hardly compresses, each larger than what a stream holds back. */
function longStream(chunks: number) {
  const sent: string[] = []
  const cancelled = Promise.withResolvers<void>()
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (sent.length === chunks) return controller.close()
      const text = randomBytes(30_000).toString('base64')
      sent.push(text)
      controller.enqueue(new TextEncoder().encode(text))
    },
    cancel: () => cancelled.resolve(),
  })
  return { body, sent, cancelled: cancelled.promise }
}

/** Sends the first chunk of a response, and returns what writes the next ones. */
async function exchangeByChunks(encoding: string) {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  void writer.write(new TextEncoder().encode(PAGE))
  return { writer, incoming: await exchange(new Response(readable, { headers: HTML }), encoding) }
}

describe.each([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
])('a response in %s', (encoding, decode) => {
  it('of a string has its length', async () => {
    const incoming = await exchange(new StringResponse(PAGE, { headers: HTML }), encoding)
    const body = await buffer(incoming)
    expect(decode(body).toString()).toBe(PAGE)
    const { headers } = incoming
    expect(headers).toMatchObject({ 'content-encoding': encoding, 'content-length': String(body.length) })
    expect(headers.vary).toBe('Accept-Encoding')
  })

  it('of a long stream is whole, and adds no listener for each time that it waits', async () => {
    const warnings: Error[] = []
    const note = (warning: Error) => void warnings.push(warning)
    process.on('warning', note)
    onTestFinished(() => void process.off('warning', note))
    const { body, sent } = longStream(40)
    const incoming = await exchange(new Response(body, { headers: { ...HTML, 'content-length': '9999999' } }), encoding)
    expect(decode(await buffer(incoming)).toString()).toBe(sent.join(''))
    expect(incoming.headers['content-length']).toBeUndefined()
    expect(warnings).toEqual([])
  })

  it('sends each chunk of a stream as it comes', async () => {
    const { writer, incoming } = await exchangeByChunks(encoding)
    const [first] = (await once(incoming, 'data')) as [Buffer]
    expect(first.length).toBeGreaterThan(20)
    await writer.close()
  })

  it('is cancelled where it is made once its client has left', async () => {
    const { body, cancelled } = longStream(Infinity)
    const incoming = await exchange(new Response(body, { headers: HTML }), encoding)
    incoming.destroy()
    await expect(cancelled).resolves.toBeUndefined()
  })

  it('breaks off where its stream does', async () => {
    const { writer, incoming } = await exchangeByChunks(encoding)
    await writer.abort(new Error('the lead is lost'))
    await expect(buffer(incoming)).rejects.toThrow('aborted')
  })
})

describe('a response goes out as it is', () => {
  it.each([
    ['small', new StringResponse('<p>calm</p>', { headers: HTML }), '<p>calm</p>'],
    ['a picture', new Response(PAGE, { headers: { 'content-type': 'image/png' } }), PAGE],
    ['encoded already', new Response(PAGE, { headers: { ...HTML, 'content-encoding': 'zstd' } }), PAGE],
    ['no-transform', new Response(PAGE, { headers: { ...HTML, 'cache-control': 'public, no-transform' } }), PAGE],
    ['a part', new Response(PAGE, { status: 206, headers: HTML }), PAGE],
    ['current', new Response(null, { status: 304, headers: HTML }), ''],
    ['without a body', new Response(null, { status: 307, headers: { location: '/harbour' } }), ''],
  ])('that is %s', async (_, response, text) => {
    const expected = response.headers.get('content-encoding') ?? undefined
    const incoming = await exchange(response)
    expect((await buffer(incoming)).toString()).toBe(text)
    expect(incoming.headers['content-encoding']).toBe(expected)
    expect(incoming.statusCode).toBe(response.status)
  })

  it('to HEAD, with its length', async () => {
    const incoming = await exchange(new StringResponse(PAGE, { headers: HTML }), 'br', 'HEAD')
    expect((await buffer(incoming)).length).toBe(0)
    expect(incoming.headers).toMatchObject({ 'content-length': String(PAGE.length), vary: 'Accept-Encoding' })
    expect(incoming.headers['content-encoding']).toBeUndefined()
  })
})

describe('a document of a build with a dictionary', () => {
  const DICTIONARY = Buffer.from('<p>calm seas</p>'.repeat(10) + '.harbour{color:blue}')
  const AVAILABLE = `:${Buffer.from(dictionaryId(DICTIONARY), 'base64url').toString('base64')}:`
  const ACCEPTED = 'gzip, deflate, br, zstd, dcb, dcz'
  const LINK = '</_build/documents-AAAAAAAA.txt>; rel="compression-dictionary"'
  const VARY = 'Accept-Encoding, Available-Dictionary'
  const decode = (body: Buffer) => String(zstdDecompressSync(body.subarray(40), { dictionary: DICTIONARY }))

  beforeEach(() => setDocumentDictionary(createDocumentDictionary('/_build/documents-AAAAAAAA.txt', DICTIONARY)))
  afterEach(() => setDocumentDictionary(undefined))

  it('is sent in dcz to a browser that has the dictionary', async () => {
    const incoming = await exchange(new StringResponse(PAGE, { headers: HTML }), ACCEPTED, 'GET', AVAILABLE)
    const body = await buffer(incoming)
    expect(decode(body)).toBe(PAGE)
    expect(incoming.headers).toMatchObject({
      'content-encoding': 'dcz',
      'content-length': String(body.length),
      vary: VARY,
    })
    expect(incoming.headers.link).toBeUndefined()
  })

  it('that is streamed is sent in dcz chunk by chunk, also beyond its window', async () => {
    const { body, sent } = longStream(20)
    const incoming = await exchange(new Response(body, { headers: HTML }), ACCEPTED, 'GET', AVAILABLE)
    expect(incoming.headers['content-encoding']).toBe('dcz')
    expect(decode(await buffer(incoming))).toBe(sent.join(''))

    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
    const writer = writable.getWriter()
    void writer.write(new TextEncoder().encode(PAGE))
    const streamed = await exchange(new Response(readable, { headers: HTML }), ACCEPTED, 'GET', AVAILABLE)
    let received = 0
    for await (const chunk of streamed as AsyncIterable<Buffer>) {
      received += chunk.length
      if (received > 40) void writer.close().catch(() => {})
    }
    expect(received).toBeGreaterThan(40)
  })

  it.each([
    ['another dictionary', ACCEPTED, `:${'A'.repeat(43)}=:`, 'br'],
    ['a malformed header', ACCEPTED, 'documents', 'br'],
    ['no dictionary', 'gzip, deflate, br, zstd', undefined, 'br'],
    ['a dictionary, but not the encoding', 'gzip, br, dcb', AVAILABLE, 'br'],
    ['a dictionary, but no Brotli', 'gzip, dcz', AVAILABLE, 'gzip'],
  ])('is sent as ever to a browser with %s, and names its dictionary', async (_, accepted, dictionary, encoding) => {
    const incoming = await exchange(new StringResponse(PAGE, { headers: HTML }), accepted, 'GET', dictionary)
    const { headers } = incoming
    expect(headers['content-encoding']).toBe(encoding)
    const isKnown = dictionary === AVAILABLE && accepted.includes('dcz')
    expect({ vary: headers.vary, link: headers.link }).toEqual({ vary: VARY, link: isKnown ? undefined : LINK })
    const body = await buffer(incoming)
    expect(String(encoding === 'br' ? brotliDecompressSync(body) : gunzipSync(body))).toBe(PAGE)
  })

  it.each([
    ['of another type', { 'content-type': 'application/json' }],
    ['that no cache may change', { ...HTML, 'cache-control': 'no-transform' }],
  ])('is none %s', async (_, own) => {
    const incoming = await exchange(new StringResponse(PAGE, { headers: own }), ACCEPTED, 'GET', AVAILABLE)
    expect(incoming.headers['content-encoding']).not.toBe('dcz')
    expect(incoming.headers.link).toBeUndefined()
    expect(incoming.headers.vary ?? '').not.toContain('Available-Dictionary')
  })
})
