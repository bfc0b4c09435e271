import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { baseFiles, type Output } from '#app/from-next/whole-application.ts'
import { writeToBranch, writeToFolder } from '#app/from-next/write-output.ts'
import { root as project } from '#tests/harness/project-files.ts'
import { temporaryFolder } from '#tests/harness/temporary-folder.ts'
import { writeFiles } from '#tests/site/from-next/application.ts'

const ROUTES = 'app/routes/{-$locale}'

describe('writing', () => {
  const outputs = (...paths: string[]): Map<string, Output> =>
    new Map(paths.map((path) => [path, { text: 'export const a   = 1\n' }]))

  it('never writes over a file, and then writes nothing', () => {
    const folder = temporaryFolder()
    writeFiles(folder, { 'app/b.ts': 'mine' })
    expect(() => writeToFolder(project, folder, outputs('app/a.ts', 'app/b.ts'))).toThrow(
      'has these files already; nothing is written:\napp/b.ts',
    )
    expect(readdirSync(join(folder, 'app'))).toEqual(['b.ts'])
    writeToFolder(project, folder, outputs('app/a.ts'))
    expect(readFileSync(join(folder, 'app/a.ts'), 'utf8')).toBe('export const a = 1\n')
  })

  it.each(['../a.ts', 'app/../../a.ts', '/tmp/a.ts', 'app//a.ts', 'app/./a.ts', 'app\\a.ts', '.git/config', 'a\0b'])(
    'refuses the path %j',
    (path) => {
      const folder = join(temporaryFolder(), 'out')
      const write = () => writeToFolder(project, folder, outputs('app/b.ts', path))
      expect(write).toThrow(`${JSON.stringify(path)} would be written outside of the target; nothing is written`)
      expect(existsSync(folder)).toBe(false)
    },
  )

  it('does not copy what is no regular file any more', () => {
    const [folder, source] = [join(temporaryFolder(), 'out'), join(temporaryFolder(), 'pipe')]
    spawnSync('mkfifo', [source])
    const write = () => writeToFolder(project, folder, new Map([['public/a', { copyOf: source }]]))
    expect(write).toThrow('is not a regular file')
    expect(existsSync(folder)).toBe(false)
  })

  it('commits to a new branch, and leaves the folder as it is', () => {
    const repository = temporaryFolder()
    const git = (...args: string[]) => {
      const { stdout, stderr } = spawnSync('git', args, { cwd: repository, encoding: 'utf8' })
      return stdout + stderr
    }
    writeFiles(repository, { 'app/routing.ts': 'old', 'app/a.ts': 'mine', [`${ROUTES}/index.tsx`]: 'old' })
    git('init', '--quiet')
    git('config', 'user.name', 'a')
    git('config', 'user.email', 'a@example.com')
    git('add', '.')
    git('commit', '-qm', 'x')

    writeToBranch(repository, 'ported', outputs('app/routing.ts', `${ROUTES}/_a/index.tsx`, 'from-next/REPORT.md'))
    expect(
      git('diff', '--name-status', '--no-renames', 'HEAD', 'ported')
        .trim()
        .split('\n')
        .map((line) => line.split('\t')),
    ).toEqual([
      ['A', `${ROUTES}/_a/index.tsx`],
      ['D', `${ROUTES}/index.tsx`],
      ['M', 'app/routing.ts'],
      ['A', 'from-next/REPORT.md'],
    ])
    expect(git('status', '--porcelain')).toBe('')
    expect(readFileSync(join(repository, 'app/routing.ts'), 'utf8')).toBe('old')

    expect(() => writeToBranch(repository, 'ported', outputs('app/b.ts'))).toThrow('already exists')
    expect(() => writeToBranch(repository, 'other', outputs('app/a.ts'))).toThrow('has these files already')
    expect(git('branch', '--list', 'other')).toBe('')
    expect(git('worktree', 'list').trim().split('\n')).toHaveLength(1)
    expect(existsSync(join(repository, 'app/b.ts'))).toBe(false)
  })

  it('adds packages, of which a server needs none for styles and types', () => {
    const added = {
      react: '1.0.0',
      swr: '2.0.0',
      tailwindcss: '4.0.0',
      'tw-animate-css': '1.0.0',
      '@types/negotiator': '1.0.0',
    }
    const manifest = baseFiles(project, added, ['tw-animate-css']).get('package.json')
    const text = manifest && 'text' in manifest ? manifest.text : ''
    const { dependencies, devDependencies } = JSON.parse(text) as Record<string, Record<string, string>>
    expect(dependencies).toMatchObject({ swr: '2.0.0' })
    expect(dependencies?.react).not.toBe('1.0.0')
    expect(devDependencies).toMatchObject({
      tailwindcss: '4.0.0',
      'tw-animate-css': '1.0.0',
      '@types/negotiator': '1.0.0',
    })
  })
})
