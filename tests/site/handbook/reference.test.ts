import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { packedLibrary } from '#tests/harness/packed-library.ts'
import { root } from '#tests/harness/project-files.ts'
import { temporaryFolder } from '#tests/harness/temporary-folder.ts'
import { publicNames, referencePage } from '#tests/site/handbook/reference.ts'

const LIBRARY = 'app/fairlead'

const { exports: entries } = JSON.parse(readFileSync(join(root, LIBRARY, 'package.json'), 'utf8')) as {
  exports: Readonly<Record<string, string>>
}

/** Entries that export names; the browser's entry and the types have none. */
const NAMED = Object.entries(entries).filter(([name]) => !/^\.\/(client|types|package\.json|styles\/\*)$/.test(name))

const FIRST_ORDER = 200

let library: string
beforeAll(async () => {
  library = temporaryFolder()
  execFileSync('tar', ['-xzf', await packedLibrary(), '-C', library, '--strip-components=1'])
}, 240_000)

const namesOf = (source: string) => publicNames(library, source.replace(/\.ts$/, '.d.ts'))

describe('the public API, whose pages are written by `vitest -u`', () => {
  it.each(NAMED)('%s has a docstring for each name', (_, source) => {
    const names = namesOf(source)
    expect(names.length).toBeGreaterThan(0)
    expect(names.filter(({ doc }) => doc === '').map(({ name }) => name)).toEqual([])
  })

  it.each(NAMED.map((entry, index) => [...entry, index] as const))(
    '%s is that of its page',
    async (name, source, index) => {
      const [line = ''] = readFileSync(join(root, LIBRARY, source), 'utf8').split('\n', 1)
      const entry = name.replace('.', 'fairlead')
      const page = referencePage(entry, FIRST_ORDER + index, line.replace('// ', ''), namesOf(source))
      const file = `app/handbook/content/en/reference/${name.slice(2).replaceAll(/[./]/g, '-')}.md`
      await expect(page).toMatchFileSnapshot(join(root, file))
    },
  )
})
