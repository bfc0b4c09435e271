import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { templateFiles } from '#fairlead/cli/template-files.ts'
import { packedLibrary } from '#tests/harness/packed-library.ts'
import { temporaryFolder } from '#tests/harness/temporary-folder.ts'

/** Longest time for two installations, a build and the tests of an application. */
const LIMIT_MS = 600_000

const NEXT = '0.999.0'

/** The environment of a terminal, without what this run of vitest has set. */
const terminal = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(VITEST|TEST$|NODE_ENV$|DATA_DIR$)/.test(name)),
)

/** Runs a command line in a folder; fails with what it wrote. */
function run(folder: string, line: string): string {
  const { status, stdout, stderr } = spawnSync(line, { cwd: folder, env: terminal, encoding: 'utf8', shell: true })
  expect(status, `${line}\n${stdout}\n${stderr}`).toBe(0)
  return stdout
}

/** Packs the library of an archive again, as its next version, and returns the file. */
function packNext(library: string): string {
  const folder = temporaryFolder()
  execFileSync('tar', ['-xzf', library, '-C', folder, '--strip-components=1'])
  const file = join(folder, 'package.json')
  writeFileSync(file, JSON.stringify({ ...(JSON.parse(readFileSync(file, 'utf8')) as object), version: NEXT }))
  return join(folder, run(folder, 'npm pack --silent').trim())
}

function write(folder: string, path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

const PAGE = `import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/charts')({ component: () => <h1>Charts</h1> })
`

it(
  'an application gets another version of the library by one number, and passes its tests',
  async () => {
    const folder = temporaryFolder()
    const library = await packedLibrary()
    const files = templateFiles({ name: 'Charts', languages: ['en'], parts: [], library: `file:${library}` })
    for (const [path, text] of files) write(folder, path, text)
    run(folder, 'npm install --no-audit --no-fund --loglevel=error')
    write(folder, 'app/routes/charts.tsx', PAGE)
    run(folder, 'npm run build')
    run(
      folder,
      'git init --quiet && git add --all && git -c user.name=a -c user.email=a@b.c commit --quiet --message x',
    )

    const next = packNext(library)
    const manifest = join(folder, 'package.json')
    writeFileSync(manifest, readFileSync(manifest, 'utf8').replace(`file:${library}`, `file:${next}`))
    run(folder, 'npm install --no-audit --no-fund --loglevel=error')
    expect(readFileSync(join(folder, 'node_modules/fairlead/package.json'), 'utf8')).toContain(`"version":"${NEXT}"`)
    run(folder, 'npm test')
    expect(run(folder, 'git status --porcelain')).toBe(' M package-lock.json\n M package.json\n')
  },
  LIMIT_MS,
)
