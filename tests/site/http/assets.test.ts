import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { builtFolder } from '#tests/harness/built-folder.ts'
import { assetsOf } from '#tests/harness/html.ts'
import { ask } from '#tests/harness/request.ts'
import { everyPage, pageAt } from '#tests/site/pages.ts'

const IMMUTABLE = 'public, max-age=31536000, immutable'

const TYPES: Record<string, RegExp> = {
  js: /^text\/javascript\b/,
  css: /^text\/css\b/,
  svg: /^image\/svg\+xml\b/,
  png: /^image\/png$/,
  ico: /^image\/(x-icon|vnd\.microsoft\.icon)$/,
  woff2: /^font\/woff2$/,
  json: /^application\/json\b/,
  txt: /^text\/plain\b/,
  webmanifest: /^application\/manifest\+json\b/,
}

const folder = join(builtFolder(), 'public/_build')
const built = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.\w+$/.test(name))
const compressed = built.filter((name) => built.includes(`${name}.br`))

/** Time for every page, beside other suites. */
const ALL_MS = 300_000

let named: string[] = []

beforeAll(async () => {
  const pages = await Promise.all(everyPage.map(async ({ path }) => assetsOf((await pageAt(path)).text)))
  named = [...new Set(pages.flat())]
}, ALL_MS)

describe('every file that a page links', () => {
  it('exists, with its type, and is immutable if its name is hashed', async () => {
    expect(named.length).toBeGreaterThan(3)
    for (const path of named) {
      const { status, headers, body } = await ask(path)
      expect(status, path).toBe(200)
      expect(headers['content-type'], path).toMatch(TYPES[path.split('.').at(-1) ?? ''] ?? /^$/)
      expect(body.length, path).toBeGreaterThan(0)
      if (path.startsWith('/_build/')) expect(headers['cache-control'], path).toBe(IMMUTABLE)
      else expect(headers['cache-control'] ?? '', path).not.toContain('immutable')
    }
  })

  it('is on this host', async () => {
    const { text } = await ask('/')
    expect(text).not.toMatch(
      /<(script|img|link rel="(stylesheet|preload|modulepreload)")[^>]*(src|href)="(https?:)?\/\//,
    )
  })
})

describe('every file that a built file links', () => {
  it('exists', () => {
    const missing = built
      .filter((name) => /\.(js|css)$/.test(name))
      .flatMap((name) => {
        const source = readFileSync(join(folder, name), 'utf8')
        const found = [
          ...source.matchAll(
            /(?:["'`(]\.?\/?_build\/|["'`]\.\/|url\(["']?\.?\/?)([\w.@$~-]+-[\w-]{8}\.(?:js|css|woff2|svg|json))/g,
          ),
        ]
        return found.map(([, file = '']) => file).filter((file) => !built.includes(file))
      })
    expect(missing).toEqual([])
  })
})

describe('a compressed file', () => {
  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ])('is sent to clients that accept %s', async (encoding, decompress) => {
    expect(compressed.length).toBeGreaterThan(1)
    for (const name of compressed) {
      const { headers, body } = await ask(`/_build/${name}`, { headers: { 'accept-encoding': encoding } })
      expect(headers['content-encoding'], name).toBe(encoding)
      expect(headers.vary, name).toMatch(/accept-encoding/i)
      expect(headers['cache-control'], name).toBe(IMMUTABLE)
      expect(decompress(body).equals(readFileSync(join(folder, name))), name).toBe(true)
    }
  })

  it('is not sent to clients that do not accept it', async () => {
    const [name = ''] = compressed
    const { headers, body } = await ask(`/_build/${name}`)
    expect(headers['content-encoding']).toBeUndefined()
    expect(body.equals(readFileSync(join(folder, name)))).toBe(true)
  })
})
