import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, zstdDecompressSync } from 'node:zlib'
import { beforeEach, expect, it } from 'vitest'
import { writeDeltas } from '#fairlead/host/vite/compress-plugin.ts'
import { chunkName } from '#fairlead/host/vite/vite-config.ts'
import { dictionaryId } from '#fairlead/server/http/compression-dictionary.ts'
import { temporaryFolder } from '#tests/harness/temporary-folder.ts'

let folder: string
beforeEach(() => {
  folder = temporaryFolder()
})

/** Returns the code of a chunk that no compression without a dictionary makes much smaller. */
function codeOf(seed: number, last = ''): string {
  let state = seed
  const next = () => (state = (state * 48_271) % 2_147_483_647)
  return Array.from({ length: 400 }, () => `f(${next()})`).join('\n') + last
}

function writeBuild(name: string, files: Record<string, string>): string {
  const assets = join(folder, name, 'public/_build')
  mkdirSync(assets, { recursive: true })
  for (const [file, text] of Object.entries(files)) {
    writeFileSync(join(assets, file), text)
    writeFileSync(join(assets, `${file}.br`), brotliCompressSync(text))
  }
  return join(folder, name)
}

const deltasOf = (build: string, chunk: string): string[] => {
  try {
    return readdirSync(join(build, 'deltas', chunk)).toSorted()
  } catch {
    return []
  }
}

const idOf = (text: string) => dictionaryId(Buffer.from(text))

it('a chunk is compressed with its version in each earlier build, and decodes to its bytes', async () => {
  const [one, two, three] = [codeOf(1), codeOf(1, '\ng()'), codeOf(1, '\nh()')]
  const earlier = [writeBuild('2', { 'page-BBBBBBBB.js': two }), writeBuild('1', { 'page-AAAAAAAA.js': one })]
  const build = writeBuild('3', { 'page-CCCCCCCC.js': three, 'other-CCCCCCCC.js': codeOf(2) })
  await writeDeltas(build, earlier)
  expect(deltasOf(build, 'page-CCCCCCCC.js')).toEqual([idOf(one), idOf(two)].toSorted())
  const delta = readFileSync(join(build, 'deltas/page-CCCCCCCC.js', idOf(one)))
  expect(String(zstdDecompressSync(delta.subarray(40), { dictionary: Buffer.from(one) }))).toBe(three)
  expect(delta.length).toBeLessThan(three.length / 20)
  expect(deltasOf(build, 'other-CCCCCCCC.js')).toEqual([])
})

it('a chunk that did not change is compressed with its older version alone', async () => {
  const [one, two] = [codeOf(1), codeOf(1, '\ng()')]
  const earlier = [writeBuild('2', { 'page-BBBBBBBB.js': two }), writeBuild('1', { 'page-AAAAAAAA.js': one })]
  const build = writeBuild('3', { 'page-BBBBBBBB.js': two })
  await writeDeltas(build, earlier)
  expect(deltasOf(build, 'page-BBBBBBBB.js')).toEqual([idOf(one)])
})

it('of many chunks with one name the six nearest in size are dictionaries, and none that does not help', async () => {
  const lines = (count: number) => `${codeOf(1)}\n${'//\n'.repeat(count)}`
  const counts = [1, 2, 3, 4, 5, 6, 7, 8, 9]
  const files = Object.fromEntries(counts.map((count) => [`page-AAAAAAA${count}.js`, lines(count)]))
  const build = writeBuild('2', { 'page-BBBBBBBB.js': lines(0), 'odd-BBBBBBBB.js': codeOf(3) })
  await writeDeltas(build, [writeBuild('1', { ...files, 'odd-AAAAAAAA.js': codeOf(4) })])
  expect(deltasOf(build, 'page-BBBBBBBB.js')).toEqual(
    counts
      .slice(0, 6)
      .map((count) => idOf(lines(count)))
      .toSorted(),
  )
  expect(deltasOf(build, 'odd-BBBBBBBB.js')).toEqual([])
})

it('a first build, a build of one that is gone, and tiny files have no dictionaries', async () => {
  const build = writeBuild('2', { 'page-BBBBBBBB.js': codeOf(1), 'tiny-BBBBBBBB.js': 'f(2)' })
  await writeDeltas(build, [])
  await writeDeltas(build, [join(folder, 'gone'), writeBuild('1', { 'tiny-AAAAAAAA.js': 'f(1)' })])
  expect(readdirSync(build)).toEqual(['public'])
})

it.each([
  ['route', '/site/app/routes/{-$locale}/lab/route.tsx?tsr-split=component', 'lab.route'],
  ['route', '/site/app/routes/{-$locale}/route.tsx?tsr-split=component', '_locale_.route'],
  ['index', '/site/app/routes/index.tsx', 'routes.index'],
  ['errors.index', '/site/app/routes/lab/errors.index.tsx', 'errors.index'],
  ['item', '/site/app/routes/item.tsx', 'item'],
  ['functions', null, 'functions'],
])('the chunk %s of %s is named %s', (name, facadeModuleId, expected) => {
  expect(chunkName({ name, facadeModuleId })).toBe(expected)
})
