import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { copyFiles, projectFiles, root } from '#tests/harness/project-files.ts'

let copy: string
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'fairlead-language-'))
  copyFiles(projectFiles(), copy)
  const table = readFileSync(join(root, 'app/routing.ts'), 'utf8')
  writeFileSync(join(copy, 'app/routing.ts'), table.replace("'ar'", "'ar', 'fr'"))
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

function run(...args: string[]): string {
  return spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8' }).stdout
}

/** Files with an entry for each language. */
const PLACES = [
  ['app/locales/messages.ts', "'fr' is missing in type"],
  ['app/navigation/prefetch/inspector/inspector-messages.ts', "'fr' is missing in type"],
  ['app/lab/lab-messages.ts', "'fr' is missing in type"],
  ['app/shell/locale-menu.tsx', "'fr' is missing in type"],
] as const

describe('a language that is only in the table', () => {
  it('is named by the type check wherever something of it is missing, and nowhere else', { timeout: 60_000 }, () => {
    const faults = run('node_modules/typescript/bin/tsc', '-p', '.', '--pretty', 'false').split('\n')
    const inApplication = faults.filter((line) => line.startsWith('app/'))
    const places = PLACES.filter(([file]) => existsSync(join(root, file)))
    for (const [file, fault] of places) {
      expect(
        inApplication.some((line) => line.startsWith(file)),
        file,
      ).toBe(true)
      expect(faults.join('\n')).toContain(fault)
    }
    const others = inApplication.filter((line) => !places.some(([file]) => line.startsWith(file)))
    expect(others).toEqual([])
  })

  it('is shown by npm run routes', () => {
    expect(run('app/host/commands/cli.ts', 'routes')).toContain('languages: en, de, ja, ar, fr')
  })
})
