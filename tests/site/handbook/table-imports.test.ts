import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { buildFiles } from '#tests/harness/build-copy.ts'
import { copyFiles, root } from '#tests/harness/project-files.ts'

const PAGES = join(root, 'app/handbook/content/en')

/** Returns what the tables of the handbook import: the names of each module, each once. */
function importsOfTables(): Map<string, Set<string>> {
  const texts = readdirSync(PAGES, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => readFileSync(join(PAGES, path), 'utf8'))
  const blocks = texts.flatMap((text) => [...text.matchAll(/```ts\n([^`]*?defineRouting\([^`]*)```/g)])
  const names = new Map<string, Set<string>>()
  for (const [, code = ''] of blocks) {
    for (const [, list = '', module = ''] of code.matchAll(/^import \{ (.+) \} from '(.+)'$/gm)) {
      names.set(module, new Set([...(names.get(module) ?? []), ...list.split(', ')]))
    }
  }
  return names
}

it('a table with everything that the handbook names makes no cycle of imports', () => {
  const imports = importsOfTables()
  const lines = [...imports].map(([module, names]) => `import { ${[...names].join(', ')} } from '${module}'`)
  expect(lines.join('\n')).toContain('routePath')
  const folder = mkdtempSync(join(tmpdir(), 'fairlead-table-'))
  try {
    copyFiles(new Map([...buildFiles()].filter(([path]) => /\.(tsx?|json)$/.test(path))), folder)
    const names = [...imports.values()].flatMap((list) => [...list])
    const table = `defineRouting({ locales: ['en'], defaultLocale: 'en' })`
    writeFileSync(
      join(folder, 'app/routing.ts'),
      `${lines.join('\n')}\n\nexport const used = [${names.join(', ')}]\nexport default ${table}\n`,
    )
    const rules = { 'import/no-cycle': ['error', { ignoreTypes: false }] }
    writeFileSync(join(folder, '.oxlintrc.json'), JSON.stringify({ plugins: ['import'], categories: {}, rules }))
    const lint = join(root, 'node_modules/oxlint/bin/oxlint')
    const { stdout, status } = spawnSync(process.execPath, [lint, '-A', 'correctness', '--format=unix', 'app'], {
      cwd: folder,
      encoding: 'utf8',
    })
    expect({ stdout, status }).toMatchObject({ status: 0 })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
