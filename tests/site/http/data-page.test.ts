import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { copyFiles, projectFiles, root } from '#tests/harness/project-files.ts'
import { testEnvironment } from '#tests/harness/start-server.ts'

const LIMIT_MS = 240_000

const page = readFileSync(join(root, 'app/handbook/content/en/data.md'), 'utf8')

/** The files that the page's blocks of code name in their first line. */
const written = [...page.matchAll(/^```ts\n\/\/ (\S+)\n(.*?)^```$/gms)]

describe('the files of the handbook page about data, in a clone', { timeout: LIMIT_MS }, () => {
  let folder = ''
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'fairlead-data-'))
    copyFiles(projectFiles(), folder)
    for (const [, path = '', code = ''] of written) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), code)
    }
  }, LIMIT_MS)
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  function run(...args: readonly string[]): { status: number | null; output: string } {
    const env = testEnvironment(join(folder, 'data'), { NODE_ENV: 'test', NO_COLOR: '1' })
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, env, encoding: 'utf8' })
    return { status, output: stdout + stderr }
  }
  const passed = { status: 0, output: expect.any(String) as string }

  it('are all that it shows', () => {
    expect(written).toHaveLength([...page.matchAll(/^```tsx?$/gm)].length)
    expect(written.length).toBeGreaterThan(4)
  })

  it('have right types', () => expect(run('node_modules/.bin/tsc', '-p', '.')).toEqual(passed))

  it('pass their own test, on both engines', () => {
    const tests = run('node_modules/.bin/vitest', 'run', '--config', 'tests/vitest.config.ts', 'tests/site/tides')
    expect(tests).toEqual(passed)
    expect(tests.output).toMatch(/Tests +4 passed/)
  })

  it('are migrations that run', () => {
    expect(run('app/host/commands/cli.ts', 'migrate', 'up').output).toMatch(/ran now +app\/database\/migrations\/002-/)
  })
})
