import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { root } from '#tests/harness/project-files.ts'
import { cloneProject } from '#tests/harness/clone-project.ts'
import { followPage, runScript, withoutBuilds } from '#tests/site/handbook/tutorial/run-steps.ts'
import {
  commit,
  commitRelease,
  createRepository,
  EDITED_BY_REMOVAL,
  OF_THE_CLONE,
  unmergedFiles,
} from '#tests/site/handbook/tutorial/upstream.ts'

/** Longest time for two clones, the steps of two pages and three builds. */
const LIMIT_MS = 600_000

const readPage = (page: string) => readFileSync(join(root, `app/handbook/content/en/${page}.md`), 'utf8')

let temporary: string
beforeAll(() => {
  mkdirSync(join(root, 'tests/.tmp'), { recursive: true })
  temporary = mkdtempSync(join(root, 'tests/.tmp/release-'))
})
afterAll(() => rmSync(temporary, { recursive: true, force: true }))

it(
  'an application of the next release, merged by the steps of "Getting updates", builds and has the right types',
  async () => {
    const { folder, remove } = cloneProject()
    try {
      const upstream = join(temporary, 'next')
      const follow = (page: string) => followPage(readPage(page), { name: `${page}.md`, folder, readPage })
      await createRepository(folder)
      await runScript(`git clone --quiet . ${upstream} && git remote add origin ${upstream}`, folder)
      await follow('make-it-yours')
      await commit(folder, 'Springtide')
      await commitRelease(upstream)
      await follow('getting-updates')
      await expect(runScript('node_modules/.bin/tsc -p .', folder)).resolves.toEqual(expect.any(String))
    } finally {
      remove()
    }
  },
  LIMIT_MS,
)

/** Returns what git writes; empty where there is no repository. */
function git(...args: string[]): string {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return ''
  }
}

it(
  'an application made of the last release merges the present state without a conflict in files of the shell',
  async ({ skip }) => {
    const isWhole = git('rev-parse', '--is-shallow-repository') === 'false'
    skip(!isWhole, 'the last release is not in the history of this clone: git fetch --unshallow brings it')
    // The commit that set the version.
    const release = git('log', '-1', '--format=%H', '-G"version":', '--', 'package.json')
    const [upstream, clone] = [join(temporary, 'upstream'), join(temporary, 'clone')]
    await runScript(`git init --quiet --bare --initial-branch main ${upstream}`, temporary)
    await runScript(`git push --quiet ${upstream} HEAD:refs/heads/main`, root)
    await runScript(`git clone --quiet ${upstream} clone && cd clone && git reset --quiet --hard ${release}`, temporary)
    symlinkSync(join(root, 'node_modules'), join(clone, 'node_modules'))
    appendFileSync(join(clone, '.git/info/exclude'), 'node_modules\n')

    const ofRelease = (page: string) => withoutBuilds(git('show', `${release}:app/handbook/content/en/${page}.md`))
    await followPage(ofRelease('make-it-yours'), { name: 'make-it-yours.md', folder: clone, readPage: ofRelease })
    await commit(clone, 'Springtide')
    // A release whose page has no `npm run new` is cloned by hand.
    await runScript('git remote rename origin upstream || true', clone)

    const updates = withoutBuilds(readPage('getting-updates'))
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
