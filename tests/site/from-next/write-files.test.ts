import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { writeFiles } from '#app/from-next/write-files.ts'
import { temporaryFolder } from '#tests/harness/temporary-folder.ts'
import { fairleadApplication } from '#tests/site/from-next/application.ts'

describe('writing', () => {
  const files = (...paths: string[]) => new Map(paths.map((path) => [path, 'export const a   = 1\n']))
  const refusal = 'has these files, and Git does not have them as they are; nothing is written:\napp/b.ts'

  it('never goes over a file that Git does not have, and then writes nothing', () => {
    const folder = fairleadApplication({ 'app/b.ts': 'mine' })
    expect(() => writeFiles(folder, files('app/a.ts', 'app/b.ts'))).toThrow(refusal)
    expect(readdirSync(join(folder, 'app'))).toEqual(['b.ts'])
    writeFiles(folder, files('app/a.ts'))
    expect(readFileSync(join(folder, 'app/a.ts'), 'utf8')).toBe('export const a = 1\n')
  })

  it('goes over a file that Git has, unless it was changed since', () => {
    const folder = fairleadApplication({ 'app/b.ts': 'old', 'move/a-$b[c].md': 'old' })
    const git = (...args: string[]) => spawnSync('git', args, { cwd: folder })
    git('init', '--quiet')
    git('add', 'app', 'move')
    git('-c', 'user.name=a', '-c', 'user.email=a@example.com', 'commit', '-qm', 'x')
    writeFiles(folder, files('app/b.ts', 'move/a-$b[c].md'))
    expect(readFileSync(join(folder, 'app/b.ts'), 'utf8')).toBe('export const a = 1\n')
    expect(readFileSync(join(folder, 'move/a-$b[c].md'), 'utf8')).toBe('export const a   = 1\n')
    expect(() => writeFiles(folder, files('app/b.ts'))).toThrow(refusal)
  })

  it.each(['app', 'app/a.ts'])('refuses a symbolic link in place of %s', (path) => {
    const [folder, elsewhere] = [temporaryFolder(), temporaryFolder()]
    if (path !== 'app') mkdirSync(join(folder, 'app'))
    symlinkSync(join(elsewhere, 'b.ts'), join(folder, path))
    expect(() => writeFiles(folder, files('app/a.ts'))).toThrow(`${path} in ${folder} is a symbolic link`)
    expect(readdirSync(elsewhere)).toEqual([])
  })
})
