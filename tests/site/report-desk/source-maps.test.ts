import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createSourceMapper } from '#fairlead/report-desk/source-maps.server.ts'
import { temporaryFolder } from '#tests/harness/temporary-folder.ts'

const root = temporaryFolder()
const maps = join(root, 'maps')
mkdirSync(join(maps, '_build'), { recursive: true })
/** From column 4 on it is the second line of `page.ts`; what stands before is the build's own. */
const map = {
  version: 3,
  names: [],
  sources: ['../../app/page.ts'],
  sourcesContent: ['one\ntwo\nthree'],
  mappings: 'A,IACA',
}
writeFileSync(join(maps, '_build/page.js.map'), JSON.stringify(map))

const mapSource = createSourceMapper(root, maps)
const place = (colno: number, filename = 'https://fairlead.example/_build/page.js') =>
  mapSource({ filename, lineno: 1, colno })

it('a source map leads from a position in the build to its line in the source', () => {
  expect(place(7)).toMatchObject({ file: 'app/page.ts', line: 2 })
  expect(place(7)?.around.map(({ text }) => text)).toEqual(['one', 'two', 'three'])
})

it.each([
  ['a place that the build itself wrote', 1, undefined],
  ['a file without a map', 7, 'https://fairlead.example/_build/other.js'],
  ['a file that is none of the build', 7, '/etc/passwd'],
  ['a file on another host', 7, 'file://evil/x.js'],
  ['a file with a slash in its name', 7, 'file:///a%2Fb.js'],
  ['a file with NUL in its name', 7, 'file:///a%00b.js'],
  ['a file without an end', 7, `/${'x'.repeat(100_000)}`],
  ['a column that is none', -1e308, undefined],
  ['a path that leads out of the folder', 7, 'https://fairlead.example/_build/..%2f..%2fpage.js'],
])('%s leads nowhere', (_, colno, filename) => {
  expect(place(colno, filename)).toBeUndefined()
})

it.each([Infinity, 1e308, 1.5, 0, -1])('a line %d leads nowhere', (lineno) => {
  expect(mapSource({ filename: 'https://fairlead.example/_build/page.js', lineno, colno: 7 })).toBeUndefined()
})
