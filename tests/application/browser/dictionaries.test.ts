import { createHash } from 'node:crypto'
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync, zstdDecompressSync } from 'node:zlib'
import type { Page, Response } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '#tests/harness/free-port.ts'
import { makeApplication } from '#tests/harness/make-application.ts'
import { expectFault, hydrated, newPage } from '#tests/harness/page.ts'
import { root } from '#tests/harness/project-files.ts'
import { ask } from '#tests/harness/request.ts'
import { runProgram } from '#tests/harness/run-program.ts'
import { startServer, testEnvironment } from '#tests/harness/start-server.ts'
import { temporaryFolder } from '#tests/harness/temporary-folder.ts'
import { startForTest, withServer } from '#tests/harness/with-server.ts'

const BUILD_MS = 240_000

const CURRENT = 'gzip, deflate, br, zstd, dcb, dcz'

let folder: string
/** The folders of the builds: the first one, and one after a change of a component. */
let builds: string[]

async function build(): Promise<string> {
  const args = ['node_modules/fairlead/cli/cli.js', 'build']
  const { code, err } = await runProgram(args, { cwd: folder, env: testEnvironment(join(folder, 'data')) })
  expect(code, err).toBe(0)
  const stamp = JSON.parse(readFileSync(join(folder, '.output/built-from'), 'utf8')) as { builds: string[] }
  return join(folder, '.output/builds', stamp.builds[0] ?? '')
}

beforeAll(async () => {
  folder = temporaryFolder(join(root, 'tests/.tmp'))
  await makeApplication(folder, { name: 'Harbour', languages: ['en', 'de'], parts: [] }, symlinkSync)
  const first = await build()
  const file = join(folder, 'app/shell/shell.tsx')
  const source = readFileSync(file, 'utf8')
  writeFileSync(file, source.replace('<footer', '<footer data-build="second"'))
  builds = [first, await build()]
}, BUILD_MS)

/** Returns the paths of the files of a build. */
const files = (index: number) =>
  Object.keys(JSON.parse(readFileSync(join(builds[index] ?? '', 'files.json'), 'utf8')) as object)

const start = (index: number, PORT: string) =>
  startServer({ cwd: folder, args: [join(builds[index] ?? '', 'server/index.mjs')], env: { PORT } })

/** Notes the scripts and styles that a page loads from the server. */
function watchAssets(page: Page): Response[] {
  const responses: Response[] = []
  page.on('response', (response) => {
    if (/\/_build\/.*\.(?:js|css)$/.test(response.url())) responses.push(response)
  })
  return responses
}

const received = async (response: Response) => (await response.request().sizes()).responseBodySize

const sum = (sizes: readonly number[]) => sizes.reduce((total, size) => total + size, 0)

/** Returns the bytes of a path for a browser that has no dictionary. */
async function withBrotli(path: string, origin: string): Promise<number> {
  return (await ask(path, { origin, headers: { 'accept-encoding': 'gzip, br' } })).body.length
}

it('a returning Chromium loads a tenth of what others load, and documents of 60 %', { timeout: 60_000 }, async () => {
  const port = String(await freePort())
  const before = await start(0, port)
  const page = await newPage({ baseURL: before.origin })
  // Traces are sent while neither build runs.
  expectFault(page, /ERR_CONNECTION_REFUSED/)
  await page.goto('/')
  await hydrated(page)
  await page.goto('/guestbook')
  await hydrated(page)
  const encodingOf = async () => (await page.goto('/guestbook'))?.headers()['content-encoding']
  await expect.poll(encodingOf).toBe('dcz')
  await before.stop()

  await using after = await start(1, port)
  const assets = watchAssets(page)
  const documents = [await page.goto('/'), await page.goto('/guestbook')]
  await hydrated(page)
  expect(await page.locator('[data-build="second"]').count()).toBe(1)
  const loaded: [number, number][] = []
  for (const response of assets) {
    const size = await received(response)
    // Files that the cache has are no bytes.
    if (size > 0) loaded.push([size, await withBrotli(new URL(response.url()).pathname, after.origin)])
  }
  console.log(`after a change: ${sum(loaded.map(([size]) => size))} of ${sum(loaded.map(([, size]) => size))} bytes`)
  expect(loaded.length).toBeGreaterThan(1)
  expect(sum(loaded.map(([size]) => size))).toBeLessThan(sum(loaded.map(([, size]) => size)) / 10)
  for (const document of documents) {
    if (!document) throw new Error('no document')
    const { pathname } = new URL(document.url())
    const [size, plain] = [await received(document), await withBrotli(pathname, after.origin)]
    console.log(`the document ${pathname}: ${size} of ${plain} bytes`)
    expect(document.headers()['content-encoding']).toBe('dcz')
    expect(size).toBeLessThan(plain * 0.6)
  }
})

describe('a chunk of a build after another one', () => {
  /** Returns the entry of each build, which imports all that has changed. */
  const entries = () => [0, 1].map((index) => files(index).find((file) => /\/client-[\w-]{8}\.js$/.test(file)) ?? '')

  const bytesOf = (index: number) => readFileSync(join(builds[index] ?? '', entries()[index] ?? ''))
  const hashOf = (bytes: Buffer) => `:${createHash('sha256').update(bytes).digest('base64')}:`

  const server = withServer(() => ({ cwd: folder }))
  const fetchEntry = (headers: Record<string, string>, method = 'GET') =>
    ask(entries()[1]?.slice('public'.length) ?? '', { origin: server.origin, headers, method })

  it.each(['GET', 'HEAD'])('is sent in dcz to a browser that has its version of before: %s', async (method) => {
    const before = bytesOf(0)
    const known = { 'accept-encoding': CURRENT, 'available-dictionary': hashOf(before) }
    const { headers, body } = await fetchEntry(known, method)
    expect(headers).toMatchObject({
      'content-encoding': 'dcz',
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'use-as-dictionary': 'match="client-*.js"',
      vary: 'Accept-Encoding, Available-Dictionary',
    })
    if (method === 'HEAD') return expect(body).toHaveLength(0)
    expect(headers['content-length']).toBe(String(body.length))
    expect(body.subarray(8, 40).equals(createHash('sha256').update(before).digest())).toBe(true)
    expect(zstdDecompressSync(body.subarray(40), { dictionary: before }).equals(bytesOf(1))).toBe(true)
  })

  it.each<[string, () => Record<string, string>]>([
    ['an unknown dictionary', () => ({ 'available-dictionary': hashOf(Buffer.from('poisoned')) })],
    ['the file itself as a dictionary', () => ({ 'available-dictionary': hashOf(bytesOf(1)) })],
    ['a malformed dictionary', () => ({ 'available-dictionary': '../../server/index.mjs' })],
    ['two dictionaries', () => ({ 'available-dictionary': `${hashOf(bytesOf(0))}, ${hashOf(bytesOf(0))}` })],
    [
      'its dictionary, but not the encoding',
      () => ({ 'available-dictionary': hashOf(bytesOf(0)), 'accept-encoding': 'br' }),
    ],
    ['no dictionary', () => ({})],
  ])('is sent as ever to a browser with %s', async (_, own) => {
    const { headers, body } = await fetchEntry({ 'accept-encoding': CURRENT, ...own() })
    expect(headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding, Available-Dictionary' })
    expect(brotliDecompressSync(body).equals(bytesOf(1))).toBe(true)
  })

  it('is sent in part, and confirmed, as ever', async () => {
    const known = { 'accept-encoding': CURRENT, 'available-dictionary': hashOf(bytesOf(0)) }
    const part = await fetchEntry({ ...known, range: 'bytes=0-9' })
    expect([part.status, part.headers['content-encoding'], part.body.equals(bytesOf(1).subarray(0, 10))]).toEqual([
      206,
      undefined,
      true,
    ])
    const { headers } = await fetchEntry(known)
    const again = await fetchEntry({ ...known, 'if-none-match': headers.etag ?? '' })
    expect([again.status, again.headers.vary]).toEqual([304, 'Accept-Encoding, Available-Dictionary'])
  })

  it('has no URL for what it is compressed with, nor for the result', async () => {
    const deltas = files(1).filter((file) => file.startsWith('deltas/'))
    expect(deltas.length).toBeGreaterThan(1)
    for (const path of [
      `/${deltas[0]}`,
      `/_build/${deltas[0]}`,
      `/_build/../${deltas[0]}`,
      `/_build/..%2f${deltas[0]}`,
    ]) {
      expect((await ask(path, { origin: server.origin })).status).toBe(404)
    }
  })

  it('names no dictionaries in the first build, where caches need not keep several', async () => {
    const { origin } = await startForTest({ cwd: folder, args: [join(builds[0] ?? '', 'server/index.mjs')] })
    const { headers } = await ask(entries()[0]?.slice('public'.length) ?? '', {
      origin,
      headers: { 'accept-encoding': CURRENT },
    })
    expect(headers).toMatchObject({ vary: 'Accept-Encoding', 'use-as-dictionary': 'match="client-*.js"' })
  })
})

it('the dictionary for documents is made of style sheets, and is for documents of this site alone', async () => {
  const { origin } = await startForTest({ cwd: folder })
  const { headers } = await ask('/', { origin, headers: { 'accept-encoding': 'br' } })
  const [, path = ''] =
    /<(\/_build\/documents-[\w-]{8}\.txt)>; rel="compression-dictionary"/.exec(headers.link ?? '') ?? []
  const dictionary = await ask(path, { origin })
  expect(dictionary.headers).toMatchObject({
    'use-as-dictionary': 'match="/*", match-dest=("document")',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  const styles = files(1).filter((file) => file.endsWith('.css'))
  let rest = dictionary.text
  for (const file of styles) rest = rest.replace(readFileSync(join(builds[1] ?? '', file), 'utf8'), '')
  expect(rest).toBe('')
})
