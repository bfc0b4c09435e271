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
    expect(files.filter((file) => !/\.d(\.json)?\.m?ts$/.test(file))).toEqual([])
    expect(globSync('**/*.js', { cwd: library }).length).toBeGreaterThan(300)
  })

  it('has the handbook, and an index of it', () => {
    const index = readFileSync(join(library, 'AGENTS.md'), 'utf8')
    const pages = Array.from(index.matchAll(/^- \[.+\]\((handbook\/.+\.md)\): .+$/gm), ([, page = '']) => page)
    expect(pages).toEqual(globSync('handbook/**/*.md', { cwd: library }).toSorted())
    expect(pages).toContain('handbook/reference/forms.md')
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

  it('refuses a page that imports an entry of the server', async () => {
    const page = 'app/routes/{-$locale}/leak.tsx'
    writeFileSync(
      join(folder, page),
      `import { createFileRoute } from '@tanstack/react-router'
import { env } from 'fairlead/env.server'

export const Route = createFileRoute('/{-$locale}/leak')({ component: () => <p>{env.TIDES_KEY}</p> })
`,
    )
    const { code, err } = await runProgram(['node_modules/fairlead/cli/cli.js', 'build'], {
      cwd: folder,
      env: testEnvironment(join(folder, 'data')),
    })
    expect(code).toBe(1)
    expect(err).toContain('[import-protection]')
    expect(err).toContain(page)
    expect(err).toContain('fairlead/env.server')
  })
})
