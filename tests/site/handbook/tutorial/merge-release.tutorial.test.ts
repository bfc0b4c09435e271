import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { root } from '#tests/harness/project-files.ts'
import { followPage, runScript } from '#tests/site/handbook/tutorial/run-steps.ts'
import {
  commit,
  createRepository,
  EDITED_BY_REMOVAL,
  OF_THE_CLONE,
  unmergedFiles,
} from '#tests/site/handbook/tutorial/upstream.ts'

/** Longest time for a clone, the steps of two pages and a merge, without a build. */
const LIMIT_MS = 180_000

const updatesPage = readFileSync(join(root, 'app/handbook/content/en/getting-updates.md'), 'utf8')

let folder: string
beforeAll(() => {
  mkdirSync(join(root, 'tests/.tmp'), { recursive: true })
  folder = mkdtempSync(join(root, 'tests/.tmp/release-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Returns what git writes; empty where there is no repository. */
function git(...args: string[]): string {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return ''
  }
}

/** Returns a page without its servers and builds. Its other commands run without installing packages of the release. */
function withoutBuilds(page: string): string {
  return page
    .replaceAll(/^npm run (dev|build|messages|migrate)$/gm, ':')
    .replaceAll(/^npm run remove -- /gm, 'node app/host/commands/cli.ts remove ')
}

it(
  'an application made of the last release merges the present state without a conflict in files of the shell',
  async ({ skip }) => {
    const isWhole = git('rev-parse', '--is-shallow-repository') === 'false'
    skip(!isWhole, 'the last release is not in the history of this clone: git fetch --unshallow brings it')
    // The commit that set the version.
    const release = git('log', '-1', '--format=%H', '-G"version":', '--', 'package.json')
    const [upstream, clone] = [join(folder, 'upstream'), join(folder, 'clone')]
    await runScript(`git init --quiet --bare --initial-branch main ${upstream}`, folder)
    await runScript(`git push --quiet ${upstream} HEAD:refs/heads/main`, root)
    await runScript(`git clone --quiet ${upstream} clone && cd clone && git reset --quiet --hard ${release}`, folder)
    symlinkSync(join(root, 'node_modules'), join(clone, 'node_modules'))
    appendFileSync(join(clone, '.git/info/exclude'), 'node_modules\n')

    const ofRelease = (page: string) => withoutBuilds(git('show', `${release}:app/handbook/content/en/${page}.md`))
    await followPage(ofRelease('make-it-yours'), { name: 'make-it-yours.md', folder: clone, readPage: ofRelease })
    await commit(clone, 'Springtide')

    const updates = withoutBuilds(updatesPage)
      .replace(/^git merge .*$/m, '$& || true')
      .replace('git branch --delete update', ':')
    await followPage(updates, { name: 'getting-updates.md', folder: clone })
    const conflicts = await unmergedFiles(clone)
    // What the release's own removal deleted, and today's does not, is deleted by the clone.
    const removed = await runScript(`git diff --name-only --diff-filter=D ${release} main -- tests`, clone)
    const expected = (path: string) =>
      OF_THE_CLONE.test(path) || EDITED_BY_REMOVAL.test(path) || removed.split('\n').includes(path)
    expect(conflicts.filter((path) => !expected(path))).toEqual([])
    // A merge with conflicts, or one that is committed.
    const merged = await runScript('git rev-parse --verify --quiet MERGE_HEAD || git rev-parse HEAD^2', clone)
    expect(merged).toBe(await runScript('git rev-parse update', clone))
    expect(readFileSync(join(clone, 'app/site.ts'), 'utf8')).toContain('Springtide')
  },
  LIMIT_MS,
)

it.each([
  ['as "Getting updates" merges stays where it is', /^git merge .*$/m.exec(updatesPage)?.[0] ?? '', []],
  ['is moved by a plain merge, as a conflict', 'git merge --no-edit update', ['app/boats/mine.ts']],
])('a file that a clone has added to a folder which is renamed %s', async (_, merge, conflicts) => {
  const clone = mkdtempSync(join(folder, 'renamed-'))
  const write = (path: string, text: string) => {
    mkdirSync(join(clone, path, '..'), { recursive: true })
    writeFileSync(join(clone, path), text)
  }
  for (const name of ['a', 'b', 'c']) write(`app/ships/${name}.ts`, `export const ${name} = '${name.repeat(80)}'\n`)
  await createRepository(clone)
  await runScript('git switch --quiet --create update && git mv app/ships app/boats && git commit --quiet -m x', clone)
  await runScript('git switch --quiet main', clone)
  write('app/ships/mine.ts', 'export const mine = 1\n')
  await commit(clone, 'mine')
  await runScript(`${merge} || true`, clone)
  expect(await unmergedFiles(clone)).toEqual(conflicts)
  expect(existsSync(join(clone, 'app/boats/a.ts'))).toBe(true)
  expect(existsSync(join(clone, 'app/ships/a.ts'))).toBe(false)
  const [path = 'app/ships/mine.ts'] = conflicts
  expect(readFileSync(join(clone, path), 'utf8')).toBe('export const mine = 1\n')
})
