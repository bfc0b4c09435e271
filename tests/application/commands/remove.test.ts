import { spawnSync } from 'node:child_process'
import { appendFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import routing from '#app/routing.ts'
import { PARTS, presentParts } from '#fairlead/cli/parts.ts'
import { copyFiles, projectFiles, root } from '#tests/harness/project-files.ts'
import { temporaryFolder } from '#tests/harness/temporary-folder.ts'

/** The parts that this application still has. */
const parts = Object.keys(PARTS).filter((part) => presentParts(root).includes(part))
const languages: readonly string[] = routing.locales.filter((locale) => locale !== routing.defaultLocale)

let copy: string

beforeAll(() => {
  copy = temporaryFolder(join(root, 'tests/.tmp'))
  copyFiles(projectFiles(), copy)
  run('git', 'init', '--quiet')
  run('git', 'add', '--all')
  run('git', '-c', 'user.name=a', '-c', 'user.email=a@example.com', 'commit', '--quiet', '--message', 'x')
})
function run(program: string, ...args: string[]) {
  const { stdout, stderr, status } = spawnSync(program, args, { cwd: copy, encoding: 'utf8' })
  return { stdout, stderr, status }
}

const node = (...args: string[]) => run(process.execPath, ...args)
const command = (...args: string[]) => node('app/fairlead/cli/cli.ts', ...args)

describe.skipIf(parts.length === 0)('an application without its removable parts', () => {
  it.each([
    ['an unknown name', [...parts, 'no-such-part'], '"no-such-part" is not a part or a language of this application'],
    ['an unknown option', [...parts, '--forse'], '--forse is not an option; allowed: --force'],
    ['no name', [], `name what to remove; allowed: ${parts.join(', ')}`],
  ])('is not made with %s', (_, args, why) => {
    const { stderr, status } = command('remove', ...args)
    expect(stderr).toContain(why)
    expect(stderr).toMatch(/\nNothing was removed\.\n$/)
    expect(status).toBe(1)
    expect(run('git', 'status', '--porcelain').stdout).toBe('')
  })

  it('is not made where no commit has them', () => {
    renameSync(join(copy, '.git'), join(copy, '.git-away'))
    const { stderr, status } = command('remove', ...parts)
    renameSync(join(copy, '.git-away'), join(copy, '.git'))
    expect(stderr).toContain(`git has no commit of ${parts[0]}, so it could not be brought back; commit it, or add`)
    expect(status).toBe(1)
    expect(run('git', 'status', '--porcelain').stdout).toBe('')
  })

  it('keeps what no commit has', () => {
    const [part = ''] = parts
    const file = projectFiles().find((path) => path.startsWith(`app/${part}/`)) ?? ''
    appendFileSync(join(copy, file), '\n')
    const { stderr, status } = command('remove', ...parts)
    expect(stderr).toContain(`${part} has changes that are not committed; commit them, or add -- --force:\n M ${file}`)
    expect(status).toBe(1)
    expect(parts.filter((name) => !presentParts(copy).includes(name))).toEqual([])
  })

  it('is made by one command for each or for several, which print what they change', () => {
    const [part = '', ...others] = parts
    const forced = command('remove', part, '--force')
    const rest = [...others, ...languages]
    const { stdout, stderr, status } = rest.length > 0 ? command('remove', ...rest) : forced
    expect([forced.stderr, stderr]).toEqual(['', ''])
    expect([forced.status, status]).toEqual([0, 0])
    for (const name of parts) expect(forced.stdout + stdout).toMatch(new RegExp(`deleted app/(?:fairlead/)?${name}\n`))
    for (const language of languages)
      expect(stdout).toContain(`edited  app/routing.ts: without '${language}' in locales`)
  })

  it('passes the checks of the house', () => {
    expect(node('tests/fairlead/lint/check.ts').stdout).toContain(' 0 faults')
    const { stdout, status } = run('node_modules/.bin/oxfmt', '--check')
    expect(status, stdout).toBe(0)
  })
})
