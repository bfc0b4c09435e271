import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { copyApplication } from '#tests/application/build.ts'
import { root } from '#tests/harness/project-files.ts'
import { runProgram } from '#tests/harness/run-program.ts'
import { servedFolder, testEnvironment } from '#tests/harness/start-server.ts'

const BUILD_MS = 240_000
const library = join(servedFolder(), 'node_modules/fairlead')

describe('the packed library', () => {
  it('has no source and no map, and nothing that Node would have to strip', () => {
    const files = globSync('**/*.{ts,tsx,map}', { cwd: library })
    expect(files.filter((file) => !file.endsWith('.d.ts') && !file.endsWith('.d.mts'))).toEqual([])
    expect(globSync('**/*.js', { cwd: library }).length).toBeGreaterThan(300)
  })

  it('has a file for each of its entries', () => {
    const { exports: entries } = JSON.parse(readFileSync(join(library, 'package.json'), 'utf8')) as {
      exports: Record<string, string | Record<string, string>>
    }
    const files = Object.values(entries).flatMap((entry) =>
      typeof entry === 'string' ? [entry] : Object.values(entry),
    )
    expect(files.filter((file) => globSync(file, { cwd: library }).length === 0)).toEqual([])
  })
})

describe('import protection with the library as a package', { timeout: BUILD_MS }, () => {
  let folder: string
  beforeAll(async () => {
    mkdirSync(join(root, 'tests/.tmp'), { recursive: true })
    folder = mkdtempSync(join(root, 'tests/.tmp/protected-'))
    await copyApplication(folder)
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('keeps an entry of the server, which a page imports, out of what the browser gets', async () => {
    writeFileSync(
      join(folder, 'app/routes/{-$locale}/leak.tsx'),
      `import { createFileRoute } from '@tanstack/react-router'
import { env } from 'fairlead/env.server'

export const Route = createFileRoute('/{-$locale}/leak')({ component: () => <p>{env.TIDES_KEY}</p> })
`,
    )
    await runProgram(['node_modules/fairlead/cli/cli.js', 'build'], {
      cwd: folder,
      env: testEnvironment(join(folder, 'data')),
    })
    const scripts = globSync('{.output/builds/*/public,.vinxi/build/start/client}/**/*.js', { cwd: folder })
    const leaking = scripts.filter((path) => readFileSync(join(folder, path), 'utf8').includes('RETENTION_BYTES'))
    expect(leaking).toEqual([])
  })
})
