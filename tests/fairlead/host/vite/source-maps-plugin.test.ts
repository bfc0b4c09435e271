import { globSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { keepLastBuilds } from '#fairlead/host/vite/source-maps-plugin.ts'
import { temporaryFolder } from '#tests/harness/temporary-folder.ts'

const folder = temporaryFolder()

it('a build keeps the source maps of the last ten builds, and those they share with older ones', () => {
  for (let build = 0; build < 15; build++) {
    const maps = ['shared.js.map', `page-${build}.js.map`]
    for (const map of maps) writeFileSync(join(folder, map), '{}')
    keepLastBuilds(folder, maps, 1_000_000 + build)
  }
  const kept = Array.from({ length: 10 }, (_, index) => `page-${index + 5}.js.map`)
  expect(globSync('*.map', { cwd: folder }).toSorted()).toEqual([...kept, 'shared.js.map'].toSorted())
  expect(globSync('*.json', { cwd: folder })).toHaveLength(10)
})
