import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { builtFolder } from '#tests/harness/built-folder.ts'
import { scriptsOf } from '#tests/harness/html.ts'
import { ask } from '#tests/harness/request.ts'

const ICON = '/favicon.svg'
const icon = readFileSync(join(builtFolder(), 'public', ICON))
const size = icon.length

/** Returns the path of a script that a page loads. */
const script = async (): Promise<string> => scriptsOf((await ask('/start')).text)[0] ?? ''

describe('a part of a public file', () => {
  it.each([
    ['bytes=0-9', 0, 10],
    ['bytes=10-19', 10, 20],
    ['bytes=10-', 10, size],
    ['bytes=-7', size - 7, size],
    [`bytes=5-${size * 2}`, 5, size],
  ])('%s', async (range, start, end) => {
    const { status, headers, body } = await ask(ICON, { headers: { range, 'accept-encoding': 'br, gzip' } })
    expect(status).toBe(206)
    expect(headers).toMatchObject({
      'content-range': `bytes ${start}-${end - 1}/${size}`,
      'content-length': String(end - start),
      'content-type': 'image/svg+xml',
      'accept-ranges': 'bytes',
    })
    expect(headers).not.toHaveProperty('content-encoding')
    expect(body.equals(icon.subarray(start, end))).toBe(true)
  })

  it.each([`bytes=${size}-`, `bytes=${size + 10}-${size + 20}`, 'bytes=-0'])(
    'that is not there is 416: %s',
    async (range) => {
      const { status, headers, body } = await ask(ICON, { headers: { range } })
      expect(status).toBe(416)
      expect(headers['content-range']).toBe(`bytes */${size}`)
      expect(body).toHaveLength(0)
    },
  )

  it('that is not there is not kept by caches in the place of a file with a hash in its name', async () => {
    const { status, headers } = await ask(await script(), { headers: { range: 'bytes=99999999-' } })
    expect({ status, cached: headers['cache-control'] }).toEqual({ status: 416, cached: 'no-store' })
  })

  it.each(['bytes=a-b', 'bytes=5-2', 'lines=1-2', 'bytes=0-1,4-5', 'bytes='])(
    'that is not understood is the whole: %s',
    async (range) => {
      const { status, body } = await ask(ICON, { headers: { range } })
      expect(status).toBe(200)
      expect(body.equals(icon)).toBe(true)
    },
  )

  it('is that of a file which has not changed since: If-Range', async () => {
    const { headers } = await ask(ICON)
    const range = 'bytes=0-3'
    const same = await ask(ICON, { headers: { range, 'if-range': headers['last-modified'] ?? '' } })
    expect(same.status).toBe(206)
    const other = await ask(ICON, { headers: { range, 'if-range': 'Thu, 01 Jan 1970 00:00:00 GMT' } })
    expect({ status: other.status, length: other.body.length }).toEqual({ status: 200, length: size })
  })

  it('of a script stays immutable', async () => {
    const { status, headers, body } = await ask(await script(), { headers: { range: 'bytes=0-99' } })
    expect({ status, length: body.length }).toEqual({ status: 206, length: 100 })
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
  })
})

describe('a public file', () => {
  it('is served to a request whose target is an absolute URL', async () => {
    const { status, body } = await ask(`http://fairlead.example${ICON}`)
    expect({ status, length: body.length }).toEqual({ status: 200, length: size })
  })

  it('has no body for HEAD', async () => {
    const { status, headers, body } = await ask(ICON, { method: 'HEAD' })
    expect({ status, length: body.length }).toEqual({ status: 200, length: 0 })
    expect(headers).toMatchObject({ 'content-length': String(size), 'content-type': 'image/svg+xml' })
  })

  it.each(['etag', 'last-modified'])('is not sent again to a client that has it: %s', async (validator) => {
    const { headers } = await ask(ICON)
    const condition = validator === 'etag' ? 'if-none-match' : 'if-modified-since'
    const { status, body } = await ask(ICON, { headers: { [condition]: headers[validator] ?? '' } })
    expect({ status, length: body.length }).toEqual({ status: 304, length: 0 })
  })

  it.each([
    ['the name', (path: string) => path],
    ['an encoded name', (path: string) => path.replace(/\.(?=..$)/, '%2e')],
    ['a second slash', (path: string) => path.replace('/_build/', '/_build//')],
    ['a dot segment', (path: string) => path.replace('/_build/', '/_build/./')],
  ])('is served compressed at its own URL, and not by %s of its compressed copy', async (_, spell) => {
    for (const path of ['/approach.svg', await script()]) {
      for (const [suffix, encoding] of [
        ['.br', 'br'],
        ['.gz', 'gzip'],
      ] as const) {
        const { status, headers } = await ask(path, { headers: { 'accept-encoding': encoding } })
        expect({ status, encoding: headers['content-encoding'] }).toEqual({ status: 200, encoding })
        expect((await ask(spell(path + suffix))).status).toBe(404)
      }
    }
  })

  it.each([
    ['a dot segment', '/_build/../../server/index.mjs'],
    ['an encoded dot segment', '/_build/%2e%2e/%2e%2e/files.json'],
    ['an encoded slash', '/_build/..%2f..%2ffiles.json'],
    ['a folder', '/_build/'],
    ['a file that does not exist', '/_build/none-00000000.js'],
  ])('is not %s', async (_, path) => {
    const { status, headers, text } = await ask(path)
    expect(status).toBeGreaterThanOrEqual(300)
    expect(headers['cache-control'] ?? '').not.toMatch(/immutable|max-age=[1-9]/)
    expect(text).not.toContain('enableCompileCache')
    expect(text).not.toContain('"public/')
  })
})
