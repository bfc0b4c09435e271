import { describe, expect, it } from 'vitest'
import { sizeFaults } from '#tests/fairlead/lint/file-sizes.ts'

const file = (path: string, source = 'line\n') => ({ path, source })

it('the lint of sizes reports a folder of more than 30 files, without the folders in it', () => {
  const names = Array.from({ length: 31 }, (_, index) => `${index}.ts`)
  const files = names.flatMap((name) => [file(`app/many/${name}`), file(`app/few/${name}/a.ts`)])
  expect(sizeFaults([...files, file('app/few/a.ts')])).toMatchObject([{ path: 'app/many', rule: 'full folder' }])
})

describe('a small file', () => {
  const uses = (path: string) => `import { a } from '#${path}'\n`
  const faults = (path: string, ...importers: [path: string, source: string][]) =>
    sizeFaults([file(path), ...importers.map(([name, source]) => file(name, source))]).map((fault) => fault.path)

  it('is reported with a single importer in its folder', () => {
    expect(faults('app/x/a.ts', ['app/x/b.ts', uses('app/x/a.ts')])).toEqual(['app/x/a.ts'])
  })

  it.each<[why: string, path: string, ...[string, string][]]>([
    ['two importers', 'app/x/a.ts', ['app/x/b.ts', uses('app/x/a.ts')], ['app/y/b.ts', uses('app/x/a.ts')]],
    ['its importer elsewhere', 'app/x/a.ts', ['app/y/b.ts', uses('app/x/a.ts')]],
    ['no importer', 'app/x/a.ts'],
    ['a lazy import', 'app/x/a.ts', ['app/x/b.ts', "import('#app/x/a.ts')\n"]],
    ['a name for the bundler', 'app/x/a.server.ts', ['app/x/b.ts', uses('app/x/a.server.ts')]],
    ['a route', 'app/routes/a.ts', ['app/routes/b.ts', uses('app/routes/a.ts')]],
    ['an entry of the library', 'app/fairlead/a.ts', ['app/fairlead/b.d.ts', uses('app/fairlead/a.ts')]],
    ['fifteen lines', 'app/x/a.ts', ['app/x/b.ts', 'line\n'.repeat(15)]],
  ])('is allowed with %s', (_, path, ...importers) => {
    expect(faults(path, ...importers)).toEqual([])
  })
})
