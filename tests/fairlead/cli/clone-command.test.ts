import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { cloneApplication } from '#fairlead/cli/clone-command.ts'
import { presentParts } from '#fairlead/cli/parts.ts'
import routing from '#app/routing.ts'
import { copyFiles, projectFiles, root } from '#tests/harness/project-files.ts'
import { temporaryFolder } from '#tests/harness/temporary-folder.ts'

const { defaultLocale } = routing
const [part = 'none', ...others] = presentParts(root)

let source: string
let made: string

function run(cwd: string, program: string, ...args: string[]) {
  const identity = { GIT_CONFIG_GLOBAL: '/dev/null', EMAIL: 'reader@example.org' }
  return spawnSync(program, args, { cwd, encoding: 'utf8', env: { ...process.env, ...identity } })
}
const git = (cwd: string, ...args: string[]) => run(cwd, 'git', ...args).stdout.trim()

beforeAll(() => {
  const folder = temporaryFolder(join(root, 'tests/.tmp'))
  source = join(folder, 'source')
  made = join(folder, 'made')
  copyFiles(projectFiles(), source)
  git(source, 'init', '--quiet', '--initial-branch', 'trunk')
  git(source, 'add', '--all')
  git(source, 'commit', '--quiet', '--message', 'release')
})

describe('a clone', () => {
  it.each([
    ['an unknown option', ['../made', '--nam', 'x'], /Unknown option '--nam'.*\nallowed: a folder, --name NAME/],
    ['two folders', ['../made', '../other'], /\.\.\/made \.\.\/other are several folders/],
    ['a folder that exists', ['../source'], /source exists already; name a folder that does not/],
    ['a folder of this project', ['made'], /made is inside .*; name a folder beside it/],
    [
      'a folder of this project whose name begins with dots',
      ['..made'],
      /\.\.made is inside .*; name a folder beside it/,
    ],
    ['an unknown language', ['../made', '--languages', 'en,xx'], /--languages: "xx" is not known; allowed: /],
    ['no language', ['../made', '--languages', 'none'], /is the default language/],
    ['an unknown part', ['../made', '--parts', 'navigation'], /--parts: "navigation" is not known; allowed: .*none/],
  ])('is not made with %s', async (_, args, why) => {
    await expect(cloneApplication(args, source)).rejects.toThrow(why)
    expect(existsSync(made)).toBe(false)
  })

  it('is a commit upon the history of the project, with the name, the languages and the parts that were chosen', () => {
    const args = ['../made', '--name', "Ada's “tides”", '--parts', part, '--no-test']
    const created = run(source, process.execPath, 'app/fairlead/cli/cli.ts', 'clone', ...args)
    expect(created).toMatchObject({ stderr: '', status: 0 })
    expect(git(made, 'log', '--format=%s')).toBe("Begin Ada's “tides”\nrelease")
    expect(git(made, 'status', '--porcelain', '--branch')).toBe('## main')
    expect(git(made, 'remote', '--verbose')).toContain(`upstream\t${source} (fetch)`)
    expect(readFileSync(join(made, 'app/site.ts'), 'utf8')).toContain(`siteName = "Ada's “tides”"\n`)
    expect(run(made, join(root, 'node_modules/.bin/oxfmt'), '--check', 'app/site.ts', 'app/routing.ts').status).toBe(0)
    expect(readFileSync(join(made, 'app/routing.ts'), 'utf8')).toContain(`locales: ['${defaultLocale}']`)
    expect(presentParts(made)).toEqual(part === 'none' ? [] : [part])
    for (const other of others) expect(existsSync(join(made, `app/${other}`))).toBe(false)
  })

  it('merges the next release', () => {
    const file = join(source, 'package.json')
    writeFileSync(file, readFileSync(file, 'utf8').replace(/"version": .*/, '"version": "99.0.0",'))
    git(source, 'commit', '--quiet', '--all', '--message', 'next')
    git(made, 'fetch', '--quiet', 'upstream')
    expect(run(made, 'git', 'merge', '--quiet', '--no-edit', 'upstream/trunk')).toMatchObject({ stderr: '', status: 0 })
    expect(readFileSync(join(made, 'package.json'), 'utf8')).toContain('"version": "99.0.0"')
  })

  it('is not made of files that are no checkout', async () => {
    renameSync(join(source, '.git'), join(source, '.git-away'))
    const why = /source is not a checkout of git; clone the repository first$/
    await expect(cloneApplication(['../other'], source)).rejects.toThrow(why)
  })
})
